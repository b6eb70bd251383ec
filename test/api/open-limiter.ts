import { RefusedError } from "../../core/api/errors.ts";
import { createLimiter } from "../../core/api/limiter.ts";
import { redacted } from "../redacted.ts";
import { fakeClock } from "./connect.ts";

export const CALL = { method: "GET", path: "/v1/projects" };

/** An answer without the service's error shape; `seconds`: its Retry-After. */
export const refused = (status: number, seconds?: number) =>
  new RefusedError(CALL, {
    status,
    body: "unexpected",
    message: redacted("x"),
    retryAfter: seconds === undefined ? undefined : seconds * 1000,
  });

export const NO_DEADLINE = { at: Infinity, milliseconds: Infinity };

/** A limiter of attempts, in time that passes in waits only. `begin` begins attempts, one after the other. */
export function openLimiter({ slots = 8, timeout = 60_000, chance = 0 } = {}) {
  const clock = fakeClock(chance);
  const limiter = createLimiter(slots, timeout, clock);
  const { signal } = new AbortController();
  const acquire = (until = Infinity, stop = signal): Promise<void> => limiter.acquire(CALL, until, NO_DEADLINE, [stop]);
  const begin = async (attempts = 1): Promise<void> => {
    for (let count = 0; count < attempts; count += 1) await acquire();
  };
  return { clock, limiter, signal, acquire, begin };
}

/** Lets everything run that waits for nothing. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
