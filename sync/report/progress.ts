import { systemClock, type Clock } from "../../core/api/clock.ts";

export interface Wait {
  readonly milliseconds: number;
  /** Such as `waiting 12 s: the service answered 429`, redacted. Make it printable before you show it. */
  readonly describe: (seconds: number) => string;
}

/** How far a run is: how many projects are read, how many changes have an outcome, or how many domains are ready. */
export interface Progress {
  readonly stage: "read" | "write" | "wait";
  readonly done: number;
  readonly total: number;
}

/** Milliseconds. A run or a wait that is shorter is not described. */
const SHORT = 1_000;

const STAGES: Readonly<Record<Progress["stage"], string>> = {
  read: "Reading projects",
  write: "Writing changes",
  wait: "Waiting for domains",
};

/** Follows a run, and describes how far it is. */
export function createProgressMeter(clock: Pick<Clock, "now">) {
  let startedAt: number | undefined;
  let progress: Progress | undefined;
  let isStopping = false;
  let waiting: (Wait & { readonly until: number }) | undefined;
  return {
    /** A run starts that does not count what it reads. */
    start: () => {
      startedAt = clock.now();
    },
    update: (next: Progress) => {
      if (next.stage !== progress?.stage) startedAt = clock.now();
      progress = next;
    },
    wait: (wait: Wait) => {
      const until = clock.now() + wait.milliseconds;
      // Requests that wait at the same time: the longest wait counts.
      if (wait.milliseconds >= SHORT && until > (waiting?.until ?? 0)) waiting = { ...wait, until };
    },
    /** The run is asked to stop. */
    stop: () => {
      isStopping = true;
      if (startedAt !== undefined) startedAt = clock.now();
    },
    /** Nothing more happens, or only the user can go on. */
    rest: () => {
      startedAt = undefined;
    },
    /** Such as `Reading projects: 3 of 40 (5 s)`. `undefined` in the first second, and while nothing happens. */
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
export function showProgress(write: ((line: string) => void) | undefined, clock: Clock = systemClock) {
  const meter = createProgressMeter(clock);
  const ended = new AbortController();
  const showEach = async (show: (line: string) => void): Promise<void> => {
    while (!ended.signal.aborted) {
      const text = meter.describe();
      if (text !== undefined) show(text);
      await clock.sleep(INTERVAL, ended.signal).catch((error: unknown) => {
        if (!ended.signal.aborted) throw error;
      });
    }
  };
  if (write !== undefined) void showEach(write);
  return { ...meter, [Symbol.dispose]: () => ended.abort() };
}
