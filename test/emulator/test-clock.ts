import type { Clock } from "../../emulator/start.ts";

export const noon = "2025-10-01T12:00:00.000Z";

/** A clock that stands still until a test advances it. */
export interface TestClock extends Clock {
  /** Lets this many milliseconds pass, and ends the waits that are over. */
  advance(milliseconds: number): void;
  /** The lengths of the current waits, in milliseconds. */
  waits(): readonly number[];
  /** Resolves with the length of a wait in milliseconds, as soon as there is one. */
  untilWait(): Promise<number>;
}

export function testClock(start = Date.parse(noon)): TestClock {
  let time = start;
  const sleepers = new Set<{ readonly milliseconds: number; readonly due: number; readonly wake: () => void }>();
  let watchers: ((milliseconds: number) => void)[] = [];
  return {
    now: () => time,
    async sleep(milliseconds, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper = { milliseconds, due: time + milliseconds, wake: resolve };
      const abort = () => reject(new Error("The wait was ended"));
      signal.throwIfAborted();
      signal.addEventListener("abort", abort);
      sleepers.add(sleeper);
      for (const watcher of watchers) watcher(milliseconds);
      watchers = [];
      try {
        await promise;
      } finally {
        sleepers.delete(sleeper);
        signal.removeEventListener("abort", abort);
      }
    },
    advance(milliseconds) {
      time += milliseconds;
      for (const sleeper of sleepers) {
        if (sleeper.due > time) continue;
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
    waits: () => [...sleepers].map(({ milliseconds }) => milliseconds),
    async untilWait() {
      const [sleeper] = sleepers;
      if (sleeper !== undefined) return sleeper.milliseconds;
      const { promise, resolve } = Promise.withResolvers<number>();
      watchers.push(resolve);
      return promise;
    },
  };
}
