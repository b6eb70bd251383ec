import pLimit from "p-limit";
import type { Clock } from "./clock.ts";
import { NoAnswerError, RefusedError, type Call } from "./errors.ts";
import { endedBy } from "./time-limit.ts";

/** How many may be under way at once, and how many answers in a row came since that number was last changed. */
export interface Allowance {
  readonly allowed: number;
  readonly answered: number;
}

/**
 * `answered`: the service did its work, be it to refuse a field. `throttled`: it had too many requests (429). `failed`:
 * it could not answer.
 */
export type Turnout = "answered" | "throttled" | "failed";

/** Halves at 429, never below 1; wins one back, up to `most`, after as many answers in a row as are allowed now. */
export function adjust({ allowed, answered }: Allowance, turnout: Turnout, most: number): Allowance {
  if (turnout === "throttled") return { allowed: Math.max(1, Math.floor(allowed / 2)), answered: 0 };
  if (turnout === "failed") return { allowed, answered: 0 };
  if (answered + 1 < allowed) return { allowed, answered: answered + 1 };
  return { allowed: Math.min(most, allowed + 1), answered: 0 };
}

export function turnoutOf(error: unknown): Turnout {
  if (error === undefined) return "answered";
  if (!(error instanceof RefusedError) || error.status >= 500) return "failed";
  return error.status === 429 ? "throttled" : "answered";
}

/** The one place that decides when a client may send. Calls wait in a queue; each of their attempts needs a place. */
export interface Limiter {
  /**
   * Runs `work` when it is the call's turn. A place in the queue is kept through all attempts and waits of a call, so that
   * a service in trouble is not sent ever more calls. Rejects with {@link NoAnswerError} when stopped.
   */
  queue<T>(call: Call, work: () => Promise<T>): Promise<T>;
  /**
   * Waits until an attempt may start; every one that may must `leave`. Rejects with {@link NoAnswerError} when the signal
   * aborts, and at once when the service asked everybody to wait until `until` (milliseconds since the epoch) or longer.
   */
  enter(call: Call, until: number, signal: AbortSignal): Promise<void>;
  /** The attempt ended, with this error if it failed. A Retry-After of a 429 or 503 holds everybody up. */
  leave(error?: unknown): void;
  /** Ends everything queued, and everything that would queue. What has begun has a signal of its own. */
  stop(): void;
}

/** `most`: attempts at once, as long as the service never says that it has too many requests. */
export function createLimiter(most: number, clock: Clock): Limiter {
  const calls = pLimit({ concurrency: most, rejectOnClear: true });
  const wakers = new Set<() => void>();
  let allowance: Allowance = { allowed: most, answered: 0 };
  let open = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let stopped = false;

  /** True when the wait came to its end; false when something changed before, or the signal aborted. */
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
      let begun = false;
      try {
        if (!stopped) {
          return await calls(() => {
            begun = true;
            return work();
          });
        }
      } catch (error) {
        if (begun) throw error;
      }
      throw new NoAnswerError(call, "stopped before it was sent", false);
    },

    enter: async (call, until, signal) => {
      let now = clock.now();
      for (;;) {
        if (signal.aborted) throw endedBy(signal, call, false);
        const end = pausedUntil;
        if (end > now) {
          if (end >= until) {
            const seconds = Math.ceil((end - now) / 1000);
            throw new NoAnswerError(call, `was not sent: the service asked to wait ${seconds} s`, false);
          }
          now = (await wait(end - now, signal)) ? end : clock.now();
        } else if (open < allowance.allowed) {
          open += 1;
          return;
        } else {
          await wait(undefined, signal);
          now = clock.now();
        }
      }
    },

    leave: (error) => {
      open -= 1;
      allowance = adjust(allowance, turnoutOf(error), most);
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
