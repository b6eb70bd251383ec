#!/usr/bin/env node
import { unsupportedNodeMessage } from "../core/required-node.ts";
import { VERSION } from "../core/api/user-agent.ts";
import { endProcess } from "../sync/run/end-process.ts";
import { useLittleMemory } from "../sync/run/heap-limits.ts";
import { wholeWrites } from "./whole-writes.ts";

useLittleMemory();

// The reader may close the pipe early, as in `projectsync plan | head -1`, or the disk may be full. A running apply must go on.
let isIncomplete = false;
const stdout = wholeWrites(process.stdout);
const stderr = wholeWrites(process.stderr);
for (const stream of new Set([stdout, process.stdout])) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || isIncomplete) return;
    isIncomplete = true;
    stderr.write(`error: The output is incomplete: it cannot be written (${error.code}).\n`);
  });
}
for (const stream of new Set([stderr, process.stderr])) {
  // The result is on stdout, and nothing is left to write this to.
  stream.on("error", () => undefined);
}
process.once("exit", () => {
  if (isIncomplete) process.exitCode ||= 1;
});

const words = process.argv.slice(2);
const message = unsupportedNodeMessage(process.versions.node);
if (message === undefined && words.length === 1 && ["--version", "-V"].includes(words[0] ?? "")) {
  // Without the rest of the program, which takes longer to load than to run.
  process.stdout.write(`${VERSION}\n`);
} else if (message === undefined) {
  // Imported late: an old Node fails to load the rest of the program.
  const { keepCompiledCode } = await import("./compile-cache.ts");
  keepCompiledCode(process.env);
  const { runCommandLine } = await import("./command-line.ts");
  const stop = new AbortController();
  // A terminal that closes sends SIGHUP, also below nohup: Node does not keep that it is ignored.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    let isHeard = false;
    const listener = (): void => {
      // The same signal again ends the process. Not `once`: Pulumi brings a listener that sends a signal again if it is then the only one,
      // and a signal that comes while a listener is taken off is lost.
      if (isHeard) {
        process.off(signal, listener);
        process.kill(process.pid, signal);
      }
      isHeard = true;
      stop.abort(signal);
    };
    process.on(signal, listener);
  }
  process.exitCode = await runCommandLine(words, {
    environment: process.env,
    folder: workingFolder(),
    stdin: process.stdin,
    stdout,
    stderr,
    signal: stop.signal,
  });
  await endProcess(words.includes("--verbose") ? (line) => void stderr.write(`${line}\n`) : undefined);
} else {
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 1;
}

/** Where the process was started, also if the folder was removed since: a file is then not found. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch {
    return process.env["PWD"] ?? "/";
  }
}
