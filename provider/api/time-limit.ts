import type { Clock } from "./clock.ts";
import { NoAnswerError, type Call } from "./errors.ts";

/** The reason with which a signal aborts because its time is up, as against being stopped. */
class TimeUp extends Error {
  override readonly name = "TimeUp";
}

/**
 * Runs `work` with a signal of its own, which aborts when `parent` does, or after `milliseconds` by the clock. When `work`
 * has ended, neither a timer nor a listener is left.
 */
export async function within<T>(
  milliseconds: number,
  parent: AbortSignal,
  clock: Clock,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const timer = new AbortController();
  const follow = () => own.abort(parent.reason);
  if (parent.aborted) follow();
  parent.addEventListener("abort", follow, { once: true });
  clock.sleep(milliseconds, timer.signal).then(
    () => own.abort(new TimeUp()),
    // Where it was not put away the clock is broken, and the call must not go on for ever.
    (error: unknown) => {
      if (!timer.signal.aborted) own.abort(error);
    },
  );
  try {
    return await work(own.signal);
  } finally {
    parent.removeEventListener("abort", follow);
    timer.abort();
  }
}

/** Settles as `work` does, but rejects at once when the signal aborts, however long `work` takes to notice. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** A {@link within} ended the work because its time was up. */
export function isTimeUp(reason: unknown): boolean {
  return reason instanceof TimeUp;
}

/** What becomes of a call whose signal has aborted. */
export function endedBy(signal: AbortSignal, call: Call, sent: boolean): NoAnswerError {
  if (isTimeUp(signal.reason)) {
    return new NoAnswerError(call, `${sent ? "no whole answer" : "was not sent"} before the deadline`, sent);
  }
  return new NoAnswerError(call, sent ? "stopped before the answer came" : "stopped before it was sent", sent);
}
