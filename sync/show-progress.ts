import { type Clock, systemClock } from "../provider/api/clock.ts";
import { createProgressMeter, type ProgressMeter } from "./progress.ts";

/** Milliseconds between two lines. */
const INTERVAL = 10_000;

/** Writes now and then how far a run is, until it is disposed of. `write`: default: nothing is written. */
export function showProgress(
  write: ((line: string) => void) | undefined,
  clock: Clock = systemClock,
): ProgressMeter & Disposable {
  const meter = createProgressMeter(clock);
  const ended = new AbortController();
  const show = (): void => {
    const text = meter.describe();
    if (text !== undefined) write?.(text);
  };
  if (write !== undefined) void repeat(show, clock, ended.signal);
  return { ...meter, [Symbol.dispose]: () => ended.abort() };
}

/** Calls `action` after each interval, until the signal aborts. */
async function repeat(action: () => void, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(INTERVAL, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!signal.aborted) action();
  }
}
