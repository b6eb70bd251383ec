import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { PassThrough, type Stream } from "node:stream";
import { text } from "node:stream/consumers";
import { runCommandLine } from "../../cli/command-line.ts";
import type { Context } from "../../cli/terminal.ts";
import { COMPILE_CACHE } from "../compile-cache.ts";

export const ROOT = path.resolve(import.meta.dirname, "../..");

const QUIET = { PATH: process.env["PATH"], NO_COLOR: "1" };

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts the command line in its own process, with only the given environment. Slow: for signals, closed streams and exits. `stdin`: an
 * open stream, or a pipe. Default: nothing.
 */
export function startCli(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  folder = ROOT,
  stdin: "ignore" | "pipe" | Stream = "ignore",
) {
  const program = [path.join(ROOT, "cli/main.ts"), ...words];
  const options = { cwd: folder, env: { ...QUIET, ...COMPILE_CACHE, ...environment } };
  const child =
    stdin === "pipe"
      ? spawn(process.execPath, program, { ...options, stdio: [stdin, "pipe", "pipe"] })
      : spawn(process.execPath, program, { ...options, stdio: [stdin, "pipe", "pipe"] });
  const ended = async (): Promise<CliResult> => {
    const [stdout, stderr, [code]] = await Promise.all([
      child.stdout.destroyed ? "" : text(child.stdout),
      text(child.stderr),
      once(child, "exit"),
    ]);
    return { code: Number(code), stdout, stderr };
  };
  return { child, ended };
}

/** Runs the command line in its own process, to its end. */
export function spawnCli(...started: Parameters<typeof startCli>): Promise<CliResult> {
  return startCli(...started).ended();
}

/** Runs the command line in this process, with only the given environment and no terminal. */
export async function runCli(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  folder = ROOT,
  context: Partial<Context> = {},
): Promise<CliResult> {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const written = Promise.all([text(streams.stdout), text(streams.stderr)]);
  const code = await runCommandLine(words, {
    environment: { ...QUIET, ...environment },
    folder,
    ...streams,
    signal: new AbortController().signal,
    ...context,
  });
  for (const stream of Object.values(streams)) stream.end();
  const [stdout, stderr] = await written;
  return { code, stdout, stderr };
}
