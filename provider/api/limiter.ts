import pLimit from "p-limit";
import type { Clock } from "./clock.ts";
import { NoAnswerError, RefusedError, type Call } from "./errors.ts";
import { abortError } from "./time-limit.ts";
import type { Trace } from "./trace.ts";

/** How many requests may run at once, and how many answers in a row arrived since that number last changed. */
export interface Allowance {
  readonly allowed: number;
  readonly answered: number;
}

/**
 * What an attempt says about the load of the service. `answered`: the service works, even if it refused the request.
 * `throttled`: too many requests (429). `failed`: it could not answer.
 */
export type Feedback = "answered" | "throttled" | "failed";

/** Halves the number at 429, never below 1. Adds one, up to `max`, after as many answers in a row as the number says. */
export function adjust({ allowed, answered }: Allowance, feedback: Feedback, max: number): Allowance {
  if (feedback === "throttled") return { allowed: Math.max(1, Math.floor(allowed / 2)), answered: 0 };
  if (feedback === "failed") return { allowed, answered: 0 };
  if (answered + 1 < allowed) return { allowed, answered: answered + 1 };
  return { allowed: Math.min(max, allowed + 1), answered: 0 };
}

export function feedbackOf(error: unknown): Feedback {
  if (error === undefined) return "answered";
  if (!(error instanceof RefusedError) || error.status >= 500) return "failed";
  return error.status === 429 ? "throttled" : "answered";
}

/** Decides when a client may send: calls wait in a queue, and each attempt of a call needs a slot. */
export interface Limiter {
  /**
   * Runs `work` when it is the call's turn. A call occupies its turn through all its attempts and waits, so a service in
   * trouble does not receive more and more calls. Rejects with {@link NoAnswerError} when stopped.
   */
  queue<T>(call: Call, work: () => Promise<T>): Promise<T>;
  /**
   * Waits for a slot for one attempt. Call `release` when the attempt ends. Rejects with {@link NoAnswerError} when the signal
   * aborts, and at once when the service asked to wait until `until` (milliseconds since the epoch) or longer.
   */
  acquire(call: Call, until: number, signal: AbortSignal): Promise<void>;
  /** Ends an attempt, with its error if it failed. After a 429 or 503 with Retry-After, all calls wait. */
  release(error?: unknown): void;
  /** Rejects all queued and all later calls. Running calls have their own signal. */
  stop(): void;
}

/** `max`: attempts at once, as long as the service never answers 429. */
export function createLimiter(max: number, clock: Clock, trace?: Trace): Limiter {
  const calls = pLimit({ concurrency: max, rejectOnClear: true });
  const wakers = new Set<() => void>();
  let allowance: Allowance = { allowed: max, answered: 0 };
  let running = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let stopped = false;

  /** Resolves to true when the time is over, to false when a slot or the pause changed before, or the signal aborted. */
  function wait(milliseconds: number | undefined, signal: AbortSignal): Promise<boolean> {
    const timer = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<boolean>();
    const wake = () => resolve(false);
    wakers.add(wake);
    signal.addEventListener("abort", wake, { once: true });
    if (milliseconds !== undefined) clock.sleep(milliseconds, timer.signal).then(() => resolve(true), reject);
    return promise.finally(() => {
      wakers.delete(wake);
      signal.removeEventListener("abort", wake);
      timer.abort();
    });
  }

  return {
    queue: async (call, work) => {
      let started = false;
      try {
        if (!stopped) {
          return await calls(() => {
            started = true;
            return work();
          });
        }
      } catch (error) {
        if (started) throw error;
      }
      throw new NoAnswerError(call, "stopped before it was sent", false);
    },

    acquire: async (call, until, signal) => {
      let now = clock.now();
      for (;;) {
        if (signal.aborted) throw abortError(signal, call, false);
        const end = pausedUntil;
        if (end > now) {
          if (end >= until) {
            const seconds = Math.ceil((end - now) / 1000);
            const reason = `not sent, because the service asked to wait ${seconds} s`;
            throw new NoAnswerError(call, reason, false, "Try again then.");
          }
          trace?.({ kind: "pause", call, milliseconds: end - now });
          now = (await wait(end - now, signal)) ? end : clock.now();
        } else if (running < allowance.allowed) {
          running += 1;
          return;
        } else {
          await wait(undefined, signal);
          now = clock.now();
        }
      }
    },

    release: (error) => {
      running -= 1;
      const before = allowance.allowed;
      allowance = adjust(allowance, feedbackOf(error), max);
      if (allowance.allowed < before) trace?.({ kind: "slow-down", concurrency: allowance.allowed });
      calls.concurrency = allowance.allowed;
      if (error instanceof RefusedError && error.retryAfter !== undefined && [429, 503].includes(error.status)) {
        pausedUntil = Math.max(pausedUntil, clock.now() + error.retryAfter);
      }
      for (const wake of wakers) wake();
    },

    stop: () => {
      stopped = true;
      calls.clearQueue();
    },
  };
}
