import { systemClock, type Clock } from "../provider/api/clock.ts";
import type { Wait } from "./connect.ts";

/** How far a run is: how many projects are read, how many changes have an outcome, or how many domains are ready. */
export interface Progress {
  readonly stage: "read" | "write" | "wait";
  readonly done: number;
  readonly total: number;
}

/** Follows a run, and describes how far it is. */
export interface ProgressMeter {
  /** A run starts that does not count what it reads. */
  readonly start: () => void;
  readonly update: (progress: Progress) => void;
  /** The client waits. */
  readonly wait: (wait: Wait) => void;
  /** The run is asked to stop. */
  readonly stop: () => void;
  /** Nothing more happens, or only the user can go on. */
  readonly rest: () => void;
  /** Such as `Reading projects: 3 of 40 (5 s)`. `undefined` in the first second, and while nothing happens. */
  readonly describe: () => string | undefined;
}

/** Milliseconds. A run or a wait that is shorter is not described. */
const SHORT = 1_000;

const STAGES: Readonly<Record<Progress["stage"], string>> = {
  read: "Reading projects",
  write: "Writing changes",
  wait: "Waiting for domains",
};

export function createProgressMeter(clock: Pick<Clock, "now"> = systemClock): ProgressMeter {
  let startedAt: number | undefined;
  let progress: Progress | undefined;
  let isStopping = false;
  let waiting: (Wait & { readonly until: number }) | undefined;
  return {
    start: () => {
      startedAt = clock.now();
    },
    update: (next) => {
      if (next.stage !== progress?.stage) startedAt = clock.now();
      progress = next;
    },
    wait: (wait) => {
      const until = clock.now() + wait.milliseconds;
      // Requests that wait at the same time: the longest wait counts.
      if (wait.milliseconds >= SHORT && until > (waiting?.until ?? 0)) waiting = { ...wait, until };
    },
    stop: () => {
      isStopping = true;
      if (startedAt !== undefined) startedAt = clock.now();
    },
    rest: () => {
      startedAt = undefined;
    },
    describe: () => {
      const time = clock.now();
      if (startedAt === undefined || time - startedAt < SHORT) return undefined;
      const counts = progress === undefined ? "" : `: ${progress.done} of ${progress.total}`;
      const stage = isStopping ? "Stopping" : progress === undefined ? "Reading" : STAGES[progress.stage];
      const left = Math.ceil(((waiting?.until ?? 0) - time) / 1000);
      const wait = waiting === undefined || left <= 0 ? "" : `; ${waiting.describe(left)}`;
      return `${stage}${counts} (${Math.floor((time - startedAt) / 1000)} s)${wait}`;
    },
  };
}

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
