#!/usr/bin/env node
import { refusal } from "./node-version.ts";

// Whoever reads may have seen enough, as in `projectsync plan | head -1`. What is being applied goes on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const refused = refusal(process.versions.node);
if (refused === undefined) {
  const { runCommandLine } = await import("./command-line.ts");
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort(signal));
  process.exitCode = await runCommandLine(process.argv.slice(2), {
    environment: process.env,
    folder: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stop.signal,
  });
} else {
  process.stderr.write(`error: ${refused}\n`);
  process.exitCode = 1;
}
