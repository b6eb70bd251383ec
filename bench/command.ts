import { spawn } from "node:child_process";
import path from "node:path";
import { z } from "zod";
import type { BenchService } from "./service.ts";

/** What report-usage.js sends. */
const usageMessage = z.object({ cpuMs: z.number(), peakKiB: z.number() });

/** What one run of the command line took. */
export interface CommandFigures {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly peakKiB: number;
  readonly exitCode: number | null;
  readonly stdout: string;
}

/** The built command line: `npm run build` makes it. */
export const PROGRAM = path.join(import.meta.dirname, "..", "lib", "cli", "main.js");

/** Runs the command line, or another program, as a user does, and measures its process from outside. */
export async function runCommand(
  words: readonly string[],
  folder: string,
  service?: Pick<BenchService, "url" | "token">,
  program = PROGRAM,
): Promise<CommandFigures> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ["--import", path.join(import.meta.dirname, "report-usage.js"), program, ...words],
    {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit", "ipc"],
      env: {
        PATH: process.env["PATH"],
        ...(service === undefined ? {} : { PROJECTSYNC_BASE_URL: service.url, PROJECTSYNC_TOKEN: service.token }),
      },
    },
  );
  const { promise, resolve, reject } = Promise.withResolvers<CommandFigures>();
  let usage: z.infer<typeof usageMessage> | undefined;
  let stdout = "";
  child.on("message", (message) => {
    usage = usageMessage.parse(message);
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.once("error", reject);
  child.once("close", (exitCode) => {
    if (usage === undefined) reject(new Error(`the command did not report what it used (exit code ${exitCode})`));
    else resolve({ wallMs: performance.now() - began, exitCode, stdout, ...usage });
  });
  return promise;
}
