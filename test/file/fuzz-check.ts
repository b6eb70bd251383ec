import { loadFile, type LoadResult } from "../../provider/file/load-file.ts";

/** The limit for one input, in milliseconds. */
const MOST_TIME = 1000;

const CANARY = "canary-7f3a";

const ENVIRONMENT = { KEY: CANARY, NAME: CANARY, EMPTY: "", PREVIEW_HOST: "pr-1.example.com" };

export const MODES = ["error", "tolerate"] as const;

/** What is wrong with the result of `loadFile` for an input; `undefined` if nothing is. */
export function wrongWith(content: Uint8Array, missingVariables: (typeof MODES)[number]): string | undefined {
  const began = process.threadCpuUsage();
  let result: LoadResult;
  try {
    result = loadFile("f.yaml", content, { environment: ENVIRONMENT, missingVariables });
  } catch (error) {
    return `thrown: ${error instanceof Error ? error.stack : String(error)}`;
  }
  // Processor time, because other programs may use the processor too.
  const { user, system } = process.threadCpuUsage(began);
  const time = (user + system) / 1000;
  return time > MOST_TIME ? `took ${Math.round(time)} ms` : wrongAnswer(result, content);
}

function wrongAnswer({ file, problems }: LoadResult, content: Uint8Array): string | undefined {
  const errors = problems.filter(({ level }) => level === "error");
  if ((file === undefined) !== errors.length > 0)
    return `${file === undefined ? "no" : "a"} file and ${errors.length} errors`;
  if (problems.length === 0) return undefined;
  const lines = new TextDecoder().decode(content).split("\n");
  for (const { line, column, message, path } of problems) {
    const length = lines[line - 1]?.length ?? -1;
    const isInside = line >= 1 && column >= 1 && column <= length + 1;
    if (!isInside) return `${line}:${column} is not in the text: ${message}`;
    if (/[\p{Cc}]/u.test(message + path) || message === "")
      return `a message that is not one line: ${JSON.stringify(message)}`;
  }
  return JSON.stringify(problems).includes(CANARY) ? "a secret is in a message" : undefined;
}
