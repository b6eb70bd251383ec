/** Milliseconds that something may stay open after the last line, such as a connection that closes. */
const PATIENCE = 1_000;

/**
 * Ends the process after its last line, with `process.exitCode`, whatever is left open. Waits for a slow reader first: `process.exit` drops
 * what a pipe has not taken.
 *
 * @param show Receives the line that says what was open. Default: it is not shown.
 */
export async function endProcess(show?: (line: string) => void): Promise<void> {
  // There is nothing left to stop: a signal ends the process at once.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.removeAllListeners(signal);
  await flush();
  // It does not keep the process running: without anything open, Node ends it now.
  setTimeout(() => {
    show?.(`Open at the end: ${openResources().join(", ") || "unknown"}.`);
    void flush().then(() => process.exit());
  }, PATIENCE).unref();
}

/** The kinds of what keeps the process running, such as `Timeout`. The standard streams do not, unless stdin is read. */
function openResources(): string[] {
  const { stdin, stdout, stderr } = process;
  for (const stream of [stdout, stderr, ...(stdin.readableFlowing === true ? [] : [stdin])]) {
    // A stream to a file has none.
    if ("unref" in stream) stream.unref();
  }
  return process.getActiveResourcesInfo();
}

/** Resolves when all that was written is out, or cannot be. */
async function flush(): Promise<void> {
  const written = [process.stdout, process.stderr].map(
    (stream) => new Promise<void>((resolve) => stream.write("", () => resolve())),
  );
  await Promise.all(written);
}
