import type { Clock } from "../../provider/api/clock.ts";

export interface VirtualClock extends Clock {
  /** Resolves when nothing waits any more, without letting time pass. Rejects if something still waits. */
  idle(): Promise<void>;
}

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Turns of the event loop within which an abandoned wait must have ended. */
const IDLE_TURNS = 100;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Time for a client and a service without sockets. What they do takes no time. It passes when everybody waits for it, which one
 * turn of the event loop shows, and then jumps to the next moment that somebody waits for.
 */
export function virtualClock(random: () => number = () => 0): VirtualClock {
  let now = Date.UTC(2026, 0, 1);
  let isHeld = false;
  let isWatching = false;
  const sleepers = new Set<Sleeper>();

  function watch(): void {
    isWatching = sleepers.size > 0;
    if (isWatching) setImmediate(pass);
  }

  function pass(): void {
    if (!isHeld) {
      let next = Number.POSITIVE_INFINITY;
      for (const { until } of sleepers) next = Math.min(next, until);
      if (next < Number.POSITIVE_INFINITY) now = Math.max(now, next);
      for (const sleeper of sleepers) if (sleeper.until <= now) sleeper.wake();
    }
    watch();
  }

  return {
    now: () => now,
    random,
    sleep: (milliseconds, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      if (signal.aborted) {
        reject(signal.reason);
        return promise;
      }
      const leave = (): void => {
        sleepers.delete(sleeper);
        signal.removeEventListener("abort", stop);
      };
      const stop = (): void => {
        leave();
        reject(signal.reason);
      };
      const wake = (): void => {
        leave();
        resolve();
      };
      const sleeper = { until: now + milliseconds, wake };
      sleepers.add(sleeper);
      signal.addEventListener("abort", stop, { once: true });
      if (!isWatching) watch();
      return promise;
    },
    idle: async () => {
      isHeld = true;
      await turn();
      for (let turns = 0; sleepers.size > 0 && turns < IDLE_TURNS; turns += 1) await turn();
      isHeld = false;
      if (sleepers.size > 0) throw new Error(`${sleepers.size} waits do not end`);
    },
  };
}
