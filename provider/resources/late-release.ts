import { hadNoEffect, isConflict, isTransient, RefusedError } from "../api/errors.ts";

/*
 * A service may release a host name only some time after its detachment. Until then it refuses to attach it elsewhere
 * (docs/service.md), and the host name is offline: so attaching is tried again for some minutes.
 */

/** Milliseconds for which attaching a detached host name is tried. */
export const ATTACH_TIMEOUT = 300_000;
/** Milliseconds between two tries: short at first, because most services release a host name within seconds. */
const FIRST_INTERVAL = 1_000;
const LONGEST_INTERVAL = 10_000;

/** Milliseconds to wait before the next try. `waited`: since the detachment. */
export function nextInterval(waited: number): number {
  return Math.min(Math.max(waited, FIRST_INTERVAL), LONGEST_INTERVAL);
}

/** Whether the same attachment may succeed later: 409 and 423 while the name is being released, and what is transient. */
export function mayBeReleased(failure: unknown): boolean {
  if (isConflict(failure)) return true;
  return hadNoEffect(failure) && (isTransient(failure) || (failure instanceof RefusedError && failure.status === 423));
}
