import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, vi } from "vitest";
import { runAction as runActionHere } from "../../action/action.ts";
import type { Clock } from "../../core/api/clock.ts";
import { COMPILE_CACHE } from "../compile-cache.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");

export interface ActionRun {
  /** Inputs by their names in action.yml. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly event?:
    | {
        readonly name: string;
        readonly ref?: string;
        /** A string is written to the payload file unchanged, other values as JSON. */
        readonly payload?: unknown;
        readonly actor?: string;
      }
    | undefined;
  /** The folder that the workflow runs in. Default: the repository. */
  readonly folder?: string;
  /** Time, if the run is not spawned. Default: the system's. */
  readonly clock?: Clock;
  /** Runs the bundle, in a process of its own. Slow: for what only a process shows, and for long waits beside other runs. Default: false. */
  readonly isSpawned?: boolean;
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

const noStop = new AbortController().signal;

/** What the runner gives to a step, and how to read what the step leaves there. */
async function prepare({ inputs, environment = {}, event, folder = ROOT }: ActionRun, runner: string) {
  const files = {
    output: path.join(runner, "output"),
    summary: path.join(runner, "summary"),
    event: path.join(runner, "event.json"),
  };
  const payload = event?.payload ?? {};
  await mkdir(path.join(runner, "temp"), { recursive: true });
  await Promise.all([
    writeFile(files.output, ""),
    writeFile(files.summary, ""),
    writeFile(files.event, typeof payload === "string" ? payload : JSON.stringify(payload)),
  ]);
  const env: NodeJS.ProcessEnv = {
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
    ...environment,
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  };
  const result = async (code: number, stdout: string, stderr: string): Promise<ActionResult> => {
    const [output, summary] = await Promise.all([
      readFile(env["GITHUB_OUTPUT"] ?? "", "utf8").catch(() => ""),
      readFile(files.summary, "utf8"),
    ]);
    const outputs = parseOutputs(output);
    const report = outputs["report-path"] ? await readFile(outputs["report-path"], "utf8") : "";
    const everything = [stdout, stderr, output, summary, report].join("\n");
    // In every test. The commands that mask a value are not printed by the runner.
    expect(everything.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain("canary-");
    return { code, stdout, stderr, outputs, summary, everything };
  };
  return { env, result };
}

/** Starts the built Action in dist/ as GitHub's runner does, with only the runner's environment. Slow: for what only a process shows. */
export async function startAction(run: ActionRun) {
  const runner = await mkdtemp(path.join(tmpdir(), "projectsync-action-"));
  const { env, result } = await prepare(run, runner);
  const child = spawn(process.execPath, [path.join(ROOT, "dist/index.js")], {
    cwd: run.folder ?? ROOT,
    env: { ...COMPILE_CACHE, ...env },
  });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    stdout += chunk;
  });
  const ended = async (): Promise<ActionResult> => {
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    const read = await result(Number(code), stdout, stderr);
    await rm(runner, { recursive: true });
    return read;
  };
  return { child, printed: () => stdout, ended };
}

/** Always the same: the toolkit remembers where the summary is. */
const RUNNER = path.join(tmpdir(), `projectsync-action-${process.pid}`);
process.once("exit", () => rmSync(RUNNER, { recursive: true, force: true }));
let last: Promise<unknown> = Promise.resolve();

/** Runs the Action to its end, in this process one run after the other: the toolkit reads and writes what a process has once. */
export async function runAction(run: ActionRun): Promise<ActionResult> {
  if (run.isSpawned === true) return (await startAction(run)).ended();
  const next = last.then(() => runHere(run));
  last = next.catch(() => undefined);
  return next;
}

/** The code that the process would end with. */
function exitCode(): number {
  return Number(process.exitCode ?? 0);
}

async function runHere(run: ActionRun): Promise<ActionResult> {
  const { env, result } = await prepare(run, RUNNER);
  const written = { stdout: "", stderr: "" };
  const before = { env: process.env, folder: process.cwd(), exitCode: process.exitCode };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      written[name] += String(chunk);
      return true;
    }),
  );
  process.env = env;
  process.chdir(run.folder ?? ROOT);
  process.exitCode = undefined;
  try {
    await runActionHere(process.env, noStop, run.clock);
    return await result(exitCode(), written.stdout, written.stderr);
  } finally {
    process.env = before.env;
    process.chdir(before.folder);
    process.exitCode = before.exitCode;
    for (const spy of spies) spy.mockRestore();
  }
}

/** Parses the output file: `name<<delimiter`, the lines of the value, `delimiter`. */
function parseOutputs(file: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const [, name = "", , value = ""] of file.matchAll(/^(.+?)<<(.+)\n([\s\S]*?)\n\2$/gm)) outputs[name] = value;
  return outputs;
}
