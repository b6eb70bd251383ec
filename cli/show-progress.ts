import { systemClock, type Clock } from "../provider/api/clock.ts";
import { createProgressMeter, type ProgressMeter } from "../sync/progress.ts";
import type { Context } from "./context.ts";
import type { Output } from "./output.ts";
import { canReplace, isTerminal } from "./terminal.ts";

/** Milliseconds between two updates of the line at the bottom of a terminal. */
const REFRESH = 200;
/** Milliseconds between two lines where lines cannot be replaced. */
const LINE_INTERVAL = 10_000;

/**
 * Shows on stderr how far a run is, until it is disposed of: as one line at the bottom of a terminal, elsewhere as a line now and
 * then. `forMachines`: the reader is a program, so only a terminal shows it. With `--verbose` each request is shown instead.
 */
export function showProgress(
  { stderr, environment, trace, clock = systemClock }: Context,
  output: Output,
  forMachines: boolean,
): ProgressMeter & Disposable {
  const meter = createProgressMeter(clock);
  const isReplaced = canReplace(stderr, environment);
  const isShown = trace === undefined && (isTerminal(stderr) || !forMachines);
  const ended = new AbortController();
  const show = (): void => {
    const text = meter.describe();
    if (isReplaced) output.status(text);
    else if (text !== undefined) output.note(text);
  };
  if (isShown) void repeat(show, isReplaced ? REFRESH : LINE_INTERVAL, clock, ended.signal);
  return {
    ...meter,
    rest: () => {
      meter.rest();
      output.status(undefined);
    },
    [Symbol.dispose]: () => {
      ended.abort();
      output.status(undefined);
    },
  };
}

/** Calls `action` after each interval, in milliseconds, until the signal aborts. */
async function repeat(action: () => void, interval: number, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await clock.sleep(interval, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!signal.aborted) action();
  }
}
