import { setTimeout as timer } from "node:timers/promises";

/** Time and randomness. Tests pass their own clock, so that they neither wait nor depend on chance. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** Longest timer of Node, in milliseconds. A longer one would fire at once. */
const LONGEST = 2 ** 31 - 1;

export const systemClock: Clock = {
  // Unlike Date.now(), this does not jump when the computer's clock is set.
  now: () => performance.timeOrigin + performance.now(),
  sleep: async (milliseconds, signal) => {
    const end = performance.now() + milliseconds;
    // A timer may fire early, because it counts from the time the event loop last read the clock. If so, wait for the rest.
    for (let rest = milliseconds; ; rest = end - performance.now()) {
      await timer(Math.min(Math.max(Math.ceil(rest), 0), LONGEST), undefined, { signal });
      if (performance.now() >= end) return;
    }
  },
  random: () => Math.random(),
};
