/** Milliseconds that something that is still open may keep the process after its last line. */
const GRACE = 3_000;

/**
 * Call it after the last line: a connection or a timer that somebody left open must not keep the process, which a pipeline waits for. If
 * nothing is open, the process ends before. Keeps `process.exitCode`. `trace` receives what was open.
 */
export function endSoon(trace?: (line: string) => void): void {
  const end = (): void => {
    trace?.(`Still open at the end: ${process.getActiveResourcesInfo().join(", ")}.`);
    process.exit();
  };
  setTimeout(end, GRACE).unref();
}
