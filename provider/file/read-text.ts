import { isUtf8 } from "node:buffer";
import { createLocator, type Position } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";

/** Most bytes of a project file. */
export const MAX_BYTES = 1024 * 1024;

/** Characters that YAML 1.2 does not allow (5.1, c-printable): all control characters but tab, line breaks and next line. */
// oxlint-disable-next-line no-control-regex -- it searches for control characters
const CONTROL = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F-\u0084\u0086-\u009F\uFFFE\uFFFF]|\r(?!\n)/g;

/** The text of a file without its byte order mark, or why it cannot be read. */
export type ReadText =
  | { readonly text: string; readonly problems: readonly [] }
  | { readonly text?: undefined; readonly problems: readonly Problem[] };

/** Decodes the content of a file. Accepts only UTF-8, at most 1 MiB, without control characters. */
export function readText(file: string, content: string | Uint8Array): ReadText {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  if (bytes.byteLength > MAX_BYTES) {
    const start = { file, line: 1, column: 1 };
    return refused(start, "larger than 1 MiB, the limit for a project file; check that it is the right file");
  }
  if (!isUtf8(bytes)) {
    const before = withoutMark(validPart(bytes));
    const position = createLocator(file, before)(before.length);
    return refused(position, "not UTF-8 from here on; save the file as UTF-8");
  }
  const text = withoutMark(typeof content === "string" ? content : new TextDecoder().decode(bytes));
  const locate = createLocator(file, text);
  const problems = [...text.matchAll(CONTROL)]
    .slice(0, 10)
    .map(({ index, 0: character }) =>
      createProblem(
        "error",
        locate(index),
        [],
        character === "\r"
          ? "carriage return without a line feed; save the file with LF or CRLF line endings"
          : 'control character; write it as an escape such as "\\u0007" in double quotes, or remove it',
      ),
    );
  return problems.length > 0 ? { problems } : { text, problems: [] };
}

function refused(position: Position, message: string): ReadText {
  return { problems: [createProblem("error", position, [], message)] };
}

function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

/** The text up to the first byte that is not UTF-8. If a prefix is invalid, every longer one is too, so bisection finds it. */
function validPart(bytes: Uint8Array): string {
  let good = 0;
  let bad = bytes.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (decodeBeginning(bytes.subarray(0, middle)) === undefined) bad = middle;
    else good = middle;
  }
  return decodeBeginning(bytes.subarray(0, good)) ?? "";
}

/** Decodes the first bytes of a file; `undefined` if they are not UTF-8. The last character may be incomplete. */
function decodeBeginning(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    // The decoder reports invalid bytes only by throwing.
    return undefined;
  }
}
