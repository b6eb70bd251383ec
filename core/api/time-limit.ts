import type { Clock } from "./clock.ts";
import { NoAnswerError, type Call } from "./errors.ts";

/** The abort reason of a signal whose time limit was reached. Any other reason means that the caller stopped it. */
class TimeLimitReached extends Error {
  override readonly name = "TimeLimitReached";
  readonly milliseconds: number;

  constructor(milliseconds: number) {
    super(`Not done within ${milliseconds} ms.`);
    this.milliseconds = milliseconds;
  }
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
  const timer = new AbortController();
  // Not `AbortSignal.any`: that takes as long as all the rest of a request here.
  const stop = (): void => limit.abort(parent.reason);
  parent.addEventListener("abort", stop, { once: true });
  if (parent.aborted) stop();
  clock.sleep(milliseconds, timer.signal).then(
    () => limit.abort(new TimeLimitReached(milliseconds)),
    // If the sleep fails although the timer is still on, the clock is broken: end the call, or it could run for ever.
    (error: unknown) => {
      if (!timer.signal.aborted) limit.abort(error);
    },
  );
  try {
    return await work(limit.signal);
  } finally {
    timer.abort(ENDED);
    parent.removeEventListener("abort", stop);
  }
}

/** Why a timer is put away. Without a reason, each abort would make an error with a stack. */
const ENDED = "the work has ended";

/** The abort reason of a {@link withTimeLimit} whose time limit was reached. */
export function isTimeLimit(reason: unknown): reason is TimeLimitReached {
  return reason instanceof TimeLimitReached;
}

/** The error of a call whose signal has aborted. */
export function abortError(signal: AbortSignal, call: Call, sent: boolean): NoAnswerError {
  if (isTimeLimit(signal.reason)) {
    const limit = `within ${signal.reason.milliseconds / 1000} s`;
    return new NoAnswerError(call, `${sent ? "no complete answer" : "not sent"} ${limit}`, sent, "Try again later.");
  }
  return new NoAnswerError(call, sent ? "stopped before the answer arrived" : "stopped before it was sent", sent);
}
