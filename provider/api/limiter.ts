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

/** Milliseconds of the first pause after a 429. Each further 429 doubles it, each answer halves it. */
const FIRST_PAUSE = 250;
/** Longest pause without Retry-After, in milliseconds, before a random part of up to as much is added. */
const LONGEST_PAUSE = 10_000;
/** A pause without Retry-After ends so many milliseconds before the deadline of the refused call: many limits are per minute. */
const LAST_ATTEMPT = 1000;

/** Decides when a client may send: calls wait in a queue, and each attempt of a call needs a slot. */
export interface Limiter {
  /**
   * Runs `work` when it is the call's turn. A call occupies its turn through all its attempts and waits, so a service in
   * trouble does not receive more and more calls. Rejects with {@link NoAnswerError} when stopped.
   */
  queue<T>(call: Call, work: () => Promise<T>): Promise<T>;
  /**
   * Waits for a slot for one attempt. Call `release` when the attempt ends. Rejects with {@link NoAnswerError} when the signal
   * aborts, and at once when all calls pause until `until` (milliseconds since the epoch) or longer, or pause after 429s that
   * have gone on for `patience`.
   */
  acquire(call: Call, until: number, signal: AbortSignal): Promise<void>;
  /**
   * Ends an attempt, with its error if it failed. After a 429, and after a 503 with Retry-After, all calls pause. `until`: the
   * deadline of the call.
   */
  release(error?: unknown, until?: number): void;
  /** Milliseconds until the end of the pause. 0 if there is none. */
  pause(): number;
  /** Rejects all queued and all later calls. Running calls have their own signal. */
  stop(): void;
}

/**
 * `max`: attempts at once, as long as the service never answers 429. `patience`: milliseconds of 429s without another answer,
 * after which calls no longer wait for the end of a pause. It bounds the time of a whole run on a service that only answers
 * 429: otherwise each call would wait until its own deadline.
 */
export function createLimiter(max: number, patience: number, clock: Clock, trace?: Trace): Limiter {
  const calls = pLimit({ concurrency: max, rejectOnClear: true });
  const wakers = new Set<() => void>();
  let allowance: Allowance = { allowed: max, answered: 0 };
  let running = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  /** The end of the pause that the service itself asked for. */
  let askedUntil = Number.NEGATIVE_INFINITY;
  /** Milliseconds of the last pause after a 429, halved by each answer since. */
  let lastPause = 0;
  /** When the first 429 arrived since the last other answer. */
  let throttledSince: number | undefined;
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
          if (askedUntil >= until) {
            const reason = `not sent, because the service asked to wait ${Math.ceil((askedUntil - now) / 1000)} s`;
            throw new NoAnswerError(call, reason, false, "Try again then.");
          }
          if (end >= until || now - (throttledSince ?? now) >= patience) {
            const reason = "not sent, because the service keeps answering 429 (too many requests)";
            throw new NoAnswerError(call, reason, false, "Try again later.");
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

    release: (error, until = Number.POSITIVE_INFINITY) => {
      running -= 1;
      const before = allowance.allowed;
      const feedback = feedbackOf(error);
      allowance = adjust(allowance, feedback, max);
      if (allowance.allowed < before) trace?.({ kind: "slow-down", concurrency: allowance.allowed });
      calls.concurrency = allowance.allowed;
      const now = clock.now();
      if (error instanceof RefusedError && error.retryAfter !== undefined && [429, 503].includes(error.status)) {
        askedUntil = Math.max(askedUntil, now + error.retryAfter);
      }
      if (feedback === "throttled") throttledSince ??= now;
      if (feedback === "answered") throttledSince = undefined;
      // Answers to what was sent before the pause say nothing about how long it should be.
      if (now >= pausedUntil) {
        if (feedback === "answered") lastPause = lastPause > FIRST_PAUSE ? lastPause / 2 : 0;
        if (feedback === "throttled") {
          lastPause = Math.min(Math.max(2 * lastPause, FIRST_PAUSE), LONGEST_PAUSE);
          const own = Math.max(now + lastPause, askedUntil) + clock.random() * lastPause;
          const latest = until - LAST_ATTEMPT;
          pausedUntil = latest > now ? Math.min(own, latest) : own;
        }
      }
      pausedUntil = Math.max(pausedUntil, askedUntil);
      for (const wake of wakers) wake();
    },

    pause: () => Math.max(0, pausedUntil - clock.now()),

    stop: () => {
      stopped = true;
      calls.clearQueue();
    },
  };
}
