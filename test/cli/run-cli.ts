import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { text } from "node:stream/consumers";

export const ROOT = path.resolve(import.meta.dirname, "../..");

export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command line in a process of its own, with nothing but the given environment. */
export function startCli(words: readonly string[], environment: Readonly<Record<string, string>> = {}, folder = ROOT) {
  const child = spawn(process.execPath, [path.join(ROOT, "cli/main.ts"), ...words], {
    cwd: folder,
    env: { PATH: process.env["PATH"], NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
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

export function runCli(
  words: readonly string[],
  environment?: Readonly<Record<string, string>>,
  folder?: string,
): Promise<CliResult> {
  return startCli(words, environment, folder).ended();
}
