#!/usr/bin/env node
import { runCommandLine } from "./command-line.ts";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  folder: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  signal: stop.signal,
});
