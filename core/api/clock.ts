/** Time and randomness. Tests pass their own clock, so that they neither wait nor depend on chance. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

export const systemClock: Clock = {
  // Unlike Date.now(), this does not jump when the computer's clock is set.
  now: () => performance.timeOrigin + performance.now(),
  // Each request has two time limits, so this is not `timers/promises`: that makes an error with a stack for each one put away.
  sleep: (milliseconds, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = performance.now() + milliseconds;
    let timer: NodeJS.Timeout | undefined;
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    // A timer may fire early, because it counts from the time the event loop last read the clock. If so, wait for the rest.
    const wait = (rest: number): void => {
      timer = setTimeout(wake, Math.max(Math.ceil(rest), 0));
    };
    const wake = (): void => {
      const rest = end - performance.now();
      if (rest > 0) return wait(rest);
      signal.removeEventListener("abort", abort);
      resolve();
    };
    if (signal.aborted) abort();
    else {
      signal.addEventListener("abort", abort, { once: true });
      wait(milliseconds);
    }
    return promise;
  },
  random: () => Math.random(),
};
