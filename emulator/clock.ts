import { setTimeout as delay } from "node:timers/promises";

/** The time that an emulator lives in. Every wait of it goes through here, so a test can let days pass at once. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds. Rejects as soon as the signal aborts, which it does when nobody waits anymore. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    await delay(milliseconds, undefined, { signal });
  },
};
