/** Time and randomness. Tests pass their own clock, so that they neither wait nor depend on chance. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls `ring` after so many milliseconds, and never before. Returns what puts it away: far cheaper than a sleep that seldom ends. */
  timer(milliseconds: number, ring: () => void): () => void;
  /** From 0 to below 1. */
  random(): number;
}

/** A timer of Node may fire early, because it counts from the time the event loop last read the clock. If so, it waits for the rest. */
function startTimer(milliseconds: number, ring: () => void): () => void {
  const end = performance.now() + milliseconds;
  let timer: NodeJS.Timeout | undefined;
  const wait = (rest: number): void => {
    timer = setTimeout(wake, Math.max(Math.ceil(rest), 0));
  };
  const wake = (): void => {
    const rest = end - performance.now();
    if (rest > 0) wait(rest);
    else ring();
  };
  wait(milliseconds);
  return () => clearTimeout(timer);
}

export const systemClock: Clock = {
  // Unlike Date.now(), this does not jump when the computer's clock is set.
  now: () => performance.timeOrigin + performance.now(),
  sleep: (milliseconds, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal.aborted) {
      reject(signal.reason);
      return promise;
    }
    const abort = (): void => {
      putAway();
      reject(signal.reason);
    };
    const putAway = startTimer(milliseconds, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    signal.addEventListener("abort", abort, { once: true });
    return promise;
  },
  timer: startTimer,
  random: () => Math.random(),
};
