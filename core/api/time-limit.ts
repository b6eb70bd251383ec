import type { Clock } from "./clock.ts";
import { NoAnswerError, type Call } from "./errors.ts";

/** The abort reason of a signal whose time limit was reached. Any other reason means that the caller stopped it. */
class TimeLimitReached extends Error {
  override readonly name = "TimeLimitReached";
}

/**
 * Runs `work` with a signal that aborts when `parent` aborts or after `milliseconds` by the clock. Removes its timer when `work`
 * ends.
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  parent: AbortSignal,
  clock: Clock,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  // Not `AbortSignal.any`: that takes as long as all the rest of a request here.
  const stop = (): void => limit.abort(parent.reason);
  parent.addEventListener("abort", stop, { once: true });
  if (parent.aborted) stop();
  const putAway = clock.timer(milliseconds, () => limit.abort(new TimeLimitReached()));
  try {
    return await work(limit.signal);
  } finally {
    putAway();
    parent.removeEventListener("abort", stop);
  }
}

/** The abort reason of a {@link withTimeLimit} whose time limit was reached. */
export function isTimeLimit(reason: unknown): boolean {
  return reason instanceof TimeLimitReached;
}

/** When a call ends at the latest. */
export interface Deadline {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Milliseconds that the call has in all. */
  readonly milliseconds: number;
}

export function lateError(call: Call, { milliseconds }: Deadline, sent: boolean): NoAnswerError {
  const limit = `within ${milliseconds / 1000} s`;
  return new NoAnswerError(call, `${sent ? "no complete answer" : "not sent"} ${limit}`, sent, "Try again later.");
}

/** The error of a call whose client was stopped. */
export function stoppedError(call: Call, sent: boolean): NoAnswerError {
  return new NoAnswerError(call, sent ? "stopped before the answer arrived" : "stopped before it was sent", sent);
}
