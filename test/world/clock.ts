import type { Clock } from "../../core/api/clock.ts";
import { createSleepers } from "../sleepers.ts";

export interface VirtualClock extends Clock {
  /** Resolves when nothing waits any more, without letting time pass. Rejects if something still waits. */
  idle(): Promise<void>;
}

/** Turns of the event loop within which an abandoned wait must have ended. */
const IDLE_TURNS = 100;

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Time for a client and a service without sockets. What they do takes no time. It passes when everybody waits for it, which one
 * turn of the event loop shows, and then jumps to the next moment that somebody waits for.
 */
export function virtualClock(random: () => number = () => 0): VirtualClock {
  const { now, count, sleep, timer, pass } = createSleepers();
  let isHeld = false;
  let isWatching = false;

  function watch(): void {
    isWatching = count() > 0;
    if (!isWatching) return;
    setImmediate(() => {
      if (!isHeld) pass();
      watch();
    });
  }

  return {
    now,
    random,
    sleep: (milliseconds, signal) => {
      const slept = sleep(milliseconds, signal);
      if (!isWatching) watch();
      return slept;
    },
    timer: (milliseconds, ring) => {
      const putAway = timer(milliseconds, ring);
      if (!isWatching) watch();
      return putAway;
    },
    idle: async () => {
      isHeld = true;
      await turn();
      for (let turns = 0; count() > 0 && turns < IDLE_TURNS; turns += 1) await turn();
      isHeld = false;
      if (count() > 0) throw new Error(`${count()} waits do not end`);
    },
  };
}
