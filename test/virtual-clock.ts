import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Clock } from "../core/api/clock.ts";
import { createSleepers } from "./sleepers.ts";

// The client loads this library with its first request. The clock below does not see that, and would let time pass meanwhile.
await import("../core/api/agent.ts");

export interface VirtualClock extends Disposable {
  /** For the client. */
  readonly client: Clock;
  /** For the emulator. While it waits, its request does not count as running. */
  readonly service: Pick<Clock, "now" | "sleep">;
}

/** Turns of the event loop without anything under way before time passes: a broken connection takes some to be noticed. */
const QUIET_TURNS = 6;

/**
 * Time that passes only when nothing is under way: then it jumps to the next moment that somebody waits for. Requests over
 * sockets take none, waits of minutes end at once, and yet they end in their order. Sees every request of this process.
 */
export function virtualClock(random: () => number = () => 0): VirtualClock {
  const { now, count, sleep: sleepOn, timer: timerOn, pass } = createSleepers();
  const underWay = new Set<unknown>();
  let parked = 0;
  let watching = false;

  /** Turns of the event loop since a request or wait started or ended. */
  let quietTurns = 0;

  const begin = (message: unknown): void => {
    quietTurns = 0;
    underWay.add(requestOf(message));
  };
  const end = (message: unknown): void => {
    quietTurns = 0;
    underWay.delete(requestOf(message));
  };
  subscribe("undici:request:create", begin);
  subscribe("undici:request:trailers", end);
  subscribe("undici:request:error", end);

  function watch(): void {
    watching = count() > 0;
    if (!watching) return;
    setImmediate(() => {
      quietTurns = underWay.size <= parked ? quietTurns + 1 : 0;
      if (quietTurns > QUIET_TURNS) {
        quietTurns = 0;
        pass();
      }
      watch();
    });
  }

  function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    const slept = sleepOn(milliseconds, signal);
    quietTurns = 0;
    if (!watching) watch();
    return slept;
  }

  function timer(milliseconds: number, ring: () => void): () => void {
    const putAway = timerOn(milliseconds, ring);
    quietTurns = 0;
    if (!watching) watch();
    return putAway;
  }

  return {
    client: { now, random, sleep, timer },
    service: {
      now,
      sleep: async (milliseconds, signal) => {
        parked += 1;
        try {
          await sleep(milliseconds, signal);
        } finally {
          parked -= 1;
          quietTurns = 0;
        }
      },
    },
    [Symbol.dispose]: () => {
      unsubscribe("undici:request:create", begin);
      unsubscribe("undici:request:trailers", end);
      unsubscribe("undici:request:error", end);
    },
  };
}

function requestOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "request" in message ? message.request : undefined;
}
