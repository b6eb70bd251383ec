#!/usr/bin/env node
import { unsupportedNodeMessage } from "../provider/required-node.ts";

// The reader may close the pipe early, as in `projectsync plan | head -1`. A running apply must go on.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

const message = unsupportedNodeMessage(process.versions.node);
if (message === undefined) {
  // Imported late: an old Node fails to load the rest of the program.
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
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 1;
}
