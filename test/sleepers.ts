interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

export interface Sleepers {
  readonly now: () => number;
  readonly count: () => number;
  /** Ends when time has come that far. Rejects when the signal says so. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly timer: (milliseconds: number, ring: () => void) => () => void;
  /** Time jumps to the next moment that somebody waits for. */
  readonly pass: () => void;
}

/** What waits in virtual time, which passes only when it is told to. */
export function createSleepers(): Sleepers {
  let now = Date.UTC(2026, 0, 1);
  const sleepers = new Set<Sleeper>();
  return {
    now: () => now,
    count: () => sleepers.size,
    sleep: (milliseconds, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const end = (settle: () => void): void => {
        sleepers.delete(sleeper);
        signal.removeEventListener("abort", stop);
        settle();
      };
      const stop = (): void => end(() => reject(signal.reason));
      const sleeper = { until: now + milliseconds, wake: () => end(resolve) };
      if (signal.aborted) reject(signal.reason);
      else {
        sleepers.add(sleeper);
        signal.addEventListener("abort", stop, { once: true });
      }
      return promise;
    },
    timer: (milliseconds, ring) => {
      const sleeper = {
        until: now + milliseconds,
        wake: () => {
          sleepers.delete(sleeper);
          ring();
        },
      };
      sleepers.add(sleeper);
      return () => void sleepers.delete(sleeper);
    },
    pass: () => {
      let next = Number.POSITIVE_INFINITY;
      for (const { until } of sleepers) next = Math.min(next, until);
      if (next < Number.POSITIVE_INFINITY) now = Math.max(now, next);
      for (const sleeper of sleepers) if (sleeper.until <= now) sleeper.wake();
    },
  };
}
