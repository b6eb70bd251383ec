import { type Clock, systemClock } from "../provider/api/clock.ts";
import { createProgressMeter, type ProgressMeter } from "../sync/progress.ts";
import type { Context } from "./context.ts";
import type { Output } from "./output.ts";
import { isTerminal } from "./terminal.ts";

/** Milliseconds between two lines. */
const INTERVAL = 10_000;

/**
 * Writes now and then to stderr how far a run is, until it is disposed of. `forMachines`: the reader is a program, so only a terminal
 * shows it. With `--verbose` each request is shown instead.
 */
export function showProgress(
  { stderr, trace, clock = systemClock }: Context,
  output: Output,
  forMachines: boolean,
): ProgressMeter & Disposable {
  const meter = createProgressMeter(clock);
  const ended = new AbortController();
  const show = (): void => {
    const text = meter.describe();
    if (text !== undefined) output.note(text);
  };
  if (trace === undefined && (isTerminal(stderr) || !forMachines)) void repeat(show, clock, ended.signal);
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
