import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { COMPILE_CACHE } from "../compile-cache.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");

export interface ActionRun {
  /** Inputs by their names in action.yml. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly event?: {
    readonly name: string;
    readonly ref?: string;
    /** A string is written to the payload file unchanged, other values as JSON. */
    readonly payload?: unknown;
    readonly actor?: string;
  };
  /** The folder that the workflow runs in. Default: the repository. */
  readonly folder?: string;
}

export interface ActionResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  /** All that the run wrote: stdout, stderr, outputs, summary and report. */
  readonly everything: string;
}

/** Starts the built Action in dist/ as GitHub's runner does, with only the runner's environment. */
export async function startAction({ inputs, environment = {}, event, folder = ROOT }: ActionRun) {
  const runner = await mkdtemp(path.join(tmpdir(), "projectsync-action-"));
  const files = {
    output: path.join(runner, "output"),
    summary: path.join(runner, "summary"),
    event: path.join(runner, "event.json"),
  };
  await Promise.all([writeFile(files.output, ""), writeFile(files.summary, ""), mkdir(path.join(runner, "temp"))]);
  const payload = event?.payload ?? {};
  await writeFile(files.event, typeof payload === "string" ? payload : JSON.stringify(payload));
  const child = spawn(process.execPath, [path.join(ROOT, "dist/index.js")], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      GITHUB_ACTIONS: "true",
      GITHUB_OUTPUT: files.output,
      GITHUB_STEP_SUMMARY: files.summary,
      GITHUB_EVENT_PATH: files.event,
      GITHUB_EVENT_NAME: event?.name ?? "workflow_dispatch",
      GITHUB_REF: event?.ref ?? "refs/heads/main",
      GITHUB_ACTOR: event?.actor ?? "octocat",
      GITHUB_REPOSITORY: "acme/sites",
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: path.join(runner, "temp"),
      ...COMPILE_CACHE,
      ...environment,
      ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
    },
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  const ended = async (): Promise<ActionResult> => {
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    const [output, summary] = await Promise.all([readFile(files.output, "utf8"), readFile(files.summary, "utf8")]);
    const outputs = parseOutputs(output);
    const report = outputs["report-path"] ? await readFile(outputs["report-path"], "utf8") : "";
    await rm(runner, { recursive: true });
    const everything = [stdout, stderr, output, summary, report].join("\n");
    return { code: Number(code), stdout, stderr, outputs, summary, everything };
  };
  return { child, printed: () => stdout, ended };
}

export async function runAction(options: ActionRun): Promise<ActionResult> {
  const { ended } = await startAction(options);
  return ended();
}

/** Parses the output file: `name<<delimiter`, the lines of the value, `delimiter`. */
function parseOutputs(file: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = "", , value = ""] of file.matchAll(/^(.+?)<<(.+)\n([\s\S]*?)\n\2$/gm)) outputs[name] = value;
  return outputs;
}
