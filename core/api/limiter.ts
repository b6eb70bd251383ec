import pLimit, { type LimitFunction } from "p-limit";
import type { Clock } from "./clock.ts";
import { NoAnswerError, RefusedError, type Call } from "./errors.ts";
import { lateError, stoppedError, type Deadline } from "./time-limit.ts";
import type { Trace } from "./trace.ts";

/** Milliseconds of the first pause after a 429. Each further 429 doubles it, each answer halves it. */
const FIRST_PAUSE = 250;
/** Longest pause without Retry-After, in milliseconds, before a random part of up to as much is added. */
const LONGEST_PAUSE = 10_000;
/** A pause without Retry-After ends so many milliseconds before the deadline of the refused call: many limits are per minute. */
const LAST_ATTEMPT = 1000;
/** Fewest answers in a row that add one: a service that serves one request at a time refuses each second one that is sent beside it. */
const LEAST_ROW = 4;
/** With these a gateway says that there are too many requests, where it does not say 429. */
const OVERLOADED: ReadonlySet<number> = new Set([503, 509, 529]);
/** If so many different calls are answered so by a gateway within `PAGES_WITHIN` milliseconds, that is a rate limit. */
const SEVERAL_CALLS = 2;
const PAGES_WITHIN = 10_000;
/** A service that has answered nothing for so many milliseconds is gone, and not limited: no pace brings it back. */
const GONE_AFTER = 15_000;
/** Attempts that fail in a row until then, so that one call alone decides nothing. */
const GONE_ATTEMPTS = 8;
/** Least milliseconds between two attempts from then on. Each such answer doubles them, each other answer takes a twentieth off. */
const LEAST_SPACING = 100;

/** Decides when a client may send: calls wait in a queue, and each attempt of a call needs a slot. */
export interface Limiter {
  /**
   * Runs a call when it is its turn. A call occupies its turn through all its attempts and waits, so a service in trouble does not
   * receive more and more calls.
   */
  readonly queue: LimitFunction;
  /** As many at once as in `queue`. What waits here holds no slot. */
  readonly turns: LimitFunction;
  /** The same, for what may not wait behind those in `turns`. */
  readonly firstTurns: LimitFunction;
  /**
   * Waits for a slot for one attempt. Call `release` when the attempt ends. Rejects with {@link NoAnswerError} when one of the signals
   * aborts, at the deadline, and at once when all calls pause until `until` (milliseconds since the epoch) or longer, or pause after 429s
   * that have gone on for `patience`.
   */
  acquire(call: Call, until: number, deadline: Deadline, stops: readonly AbortSignal[]): Promise<void>;
  /**
   * Ends an attempt, with its error if it failed. After a 429, and after a 503 with Retry-After, all calls pause. A 429 also
   * halves the number of attempts at once; as many answers in a row as that number says, at least four, add one. `until`: the deadline of the call.
   * Returns whether the answer asks for fewer requests: a 429, or one of several 503 of a gateway while the service answers others. After
   * those the client sends one request at a time, with time between them, because a create that is answered so is not sent again.
   */
  release(error?: unknown, until?: number): boolean;
  /** Milliseconds until the end of the pause. 0 if there is none. */
  pause(): number;
  /** The status with which a gateway seems to limit the rate. `undefined`: none does, or it says so with 429. */
  limitedBy(): number | undefined;
  /** True if the service has answered nothing for so long that no call is worth another attempt. */
  isGone(): boolean;
}

/**
 * `max`: attempts at once, as long as the service never answers 429. `patience`: milliseconds of 429s without another answer,
 * after which calls no longer wait for the end of a pause. It bounds the time of a whole run on a service that only answers
 * 429: otherwise each call would wait until its own deadline.
 */
export function createLimiter(max: number, patience: number, clock: Clock, trace?: Trace): Limiter {
  const queue = pLimit(max);
  const turns = pLimit(max);
  const firstTurns = pLimit(max);
  const wakers = new Set<() => void>();
  let allowed = max;
  /** How many answers in a row arrived since `allowed` last changed. */
  let answers = 0;
  let running = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  /** The end of the pause that the service itself asked for. */
  let askedUntil = Number.NEGATIVE_INFINITY;
  /** Milliseconds of the last pause after a 429, halved by each answer since. */
  let lastPause = 0;
  /** When the first 429 arrived since the last other answer. */
  let throttledSince: number | undefined;
  let lastAnswer = Number.NEGATIVE_INFINITY;
  /** The attempts that failed since the last answer, a 429 included: how many, and when the first one ended. */
  let silent = { attempts: 0, since: 0 };
  /** When gateways answered instead of the service. */
  let pages: readonly { readonly at: number; readonly call: string }[] = [];
  let limitedBy: number | undefined;
  /** Milliseconds between the beginnings of two attempts. */
  let spacing = 0;
  let lastBegun = Number.NEGATIVE_INFINITY;

  /** True if a gateway limits the rate: it answers several calls, and the service others. One call alone may have a fault of its own. */
  function isLimited(refusal: RefusedError | undefined, now: number): boolean {
    if (refusal === undefined || !OVERLOADED.has(refusal.status) || refusal.body === "documented") return false;
    if (now - lastAnswer >= GONE_AFTER) {
      spacing = 0;
      return false;
    }
    // From the first one on: the next call may be a create.
    if (now >= pausedUntil) spacing = Math.min(Math.max(2 * spacing, FIRST_PAUSE), LONGEST_PAUSE);
    const { method, path } = refusal.call;
    pages = [...pages.filter(({ at }) => now - at < PAGES_WITHIN), { at: now, call: `${method} ${path}` }];
    const isOfSeveral = new Set(pages.map(({ call }) => call)).size >= SEVERAL_CALLS;
    if (limitedBy === undefined && !isOfSeveral) return false;
    limitedBy = refusal.status;
    return true;
  }

  /** Resolves when the time is over, a slot or the pause has changed, at the deadline, or when a signal aborts. */
  function wait(milliseconds: number | undefined, { at }: Deadline, stops: readonly AbortSignal[]): Promise<void> {
    const over = new AbortController();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    wakers.add(resolve);
    for (const stop of stops) stop.addEventListener("abort", () => resolve(), { once: true, signal: over.signal });
    if (milliseconds !== undefined) clock.sleep(milliseconds, over.signal).then(resolve, reject);
    const putAway = Number.isFinite(at) ? clock.timer(at - clock.now(), resolve) : undefined;
    return promise.finally(() => {
      wakers.delete(resolve);
      putAway?.();
      over.abort();
    });
  }

  return {
    queue,
    turns,
    firstTurns,

    acquire: async (call, until, deadline, stops) => {
      for (;;) {
        if (stops.some(({ aborted }) => aborted)) throw stoppedError(call, false);
        const now = clock.now();
        if (now >= deadline.at) throw lateError(call, deadline, false);
        // A write may be a create, which is sent only once: it gets more time.
        const free = lastBegun + spacing * (call.method === "GET" ? 1 : 2);
        const end = pausedUntil;
        if (end > now) {
          const notSent = (why: string, advice: string) =>
            new NoAnswerError(call, `not sent, because the service ${why}`, false, advice);
          if (askedUntil >= until) {
            throw notSent(`asked to wait ${Math.ceil((askedUntil - now) / 1000)} s`, "Try again then.");
          }
          if (end >= until || now - (throttledSince ?? now) >= patience) {
            throw notSent(`keeps answering ${limitedBy ?? 429} (too many requests)`, "Try again later.");
          }
          trace?.({ kind: "pause", call, milliseconds: end - now });
          await wait(end - now, deadline, stops);
        } else if (free > now) {
          await wait(free - now, deadline, stops);
        } else if (running < allowed) {
          running += 1;
          lastBegun = now;
          return;
        } else {
          await wait(undefined, deadline, stops);
        }
      }
    },

    release: (error, until = Number.POSITIVE_INFINITY) => {
      running -= 1;
      const refusal = error instanceof RefusedError ? error : undefined;
      const now = clock.now();
      const isPage = isLimited(refusal, now);
      const isThrottled = refusal?.status === 429 || isPage;
      // The service works, even if it refused the request.
      const isAnswered = error === undefined || (refusal !== undefined && refusal.status < 500 && !isThrottled);
      if (isAnswered) lastAnswer = now;
      if (isAnswered || isThrottled) silent = { attempts: 0, since: now };
      else silent = { attempts: silent.attempts + 1, since: silent.attempts === 0 ? now : silent.since };
      const most = limitedBy === undefined ? max : 1;
      if (isAnswered) spacing = Math.max(spacing * 0.95, LEAST_SPACING);
      if (limitedBy === undefined && spacing === LEAST_SPACING) spacing = 0;
      answers = isAnswered ? answers + 1 : 0;
      if (isThrottled && allowed > 1) {
        allowed = isPage ? most : Math.floor(allowed / 2);
        trace?.({ kind: "slow-down", concurrency: allowed });
      } else if (answers >= Math.max(allowed, LEAST_ROW)) {
        allowed = Math.min(most, allowed + 1);
        answers = 0;
      }
      for (const waiting of [queue, turns, firstTurns]) waiting.concurrency = allowed;
      if (refusal?.retryAfter !== undefined && (refusal.status === 429 || OVERLOADED.has(refusal.status))) {
        askedUntil = Math.max(askedUntil, now + refusal.retryAfter);
      }
      if (isThrottled) throttledSince ??= now;
      if (isAnswered) throttledSince = undefined;
      // Answers to what was sent before the pause say nothing about how long it should be.
      if (now >= pausedUntil) {
        if (isAnswered) lastPause = lastPause > FIRST_PAUSE ? lastPause / 2 : 0;
        if (isThrottled) {
          lastPause = Math.min(Math.max(2 * lastPause, FIRST_PAUSE), LONGEST_PAUSE);
          const own = Math.max(now + lastPause, askedUntil) + clock.random() * lastPause;
          const latest = until - LAST_ATTEMPT;
          pausedUntil = latest > now ? Math.min(own, latest) : own;
        }
      }
      pausedUntil = Math.max(pausedUntil, askedUntil);
      for (const wake of wakers) wake();
      return isThrottled;
    },

    pause: () => Math.max(0, pausedUntil - clock.now()),
    limitedBy: () => limitedBy,
    isGone: () => silent.attempts >= GONE_ATTEMPTS && clock.now() - silent.since >= GONE_AFTER,
  };
}
