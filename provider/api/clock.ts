import { setTimeout as timer } from "node:timers/promises";

/** Time and chance, given from outside so that tests neither wait nor guess. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** What a timer of Node takes at most; more would end at once. */
const LONGEST = 2 ** 31 - 1;

export const systemClock: Clock = {
  // Does not jump when the computer's clock is set.
  now: () => performance.timeOrigin + performance.now(),
  sleep: async (milliseconds, signal) => {
    const end = performance.now() + milliseconds;
    // Again where it was too short: a timer counts from when the loop last looked at the time, so it may end early.
    for (let rest = milliseconds; ; rest = end - performance.now()) {
      await timer(Math.min(Math.max(Math.ceil(rest), 0), LONGEST), undefined, { signal });
      if (performance.now() >= end) return;
    }
  },
  random: () => Math.random(),
};
