import type { Clock } from "./clock.ts";
import {
  CallError,
  hadNoEffect,
  GateClosedError,
  isTransient,
  isUnauthenticated,
  RefusedError,
  type Call,
} from "./errors.ts";
import type { Limiter } from "./limiter.ts";
import type { Deadline } from "./time-limit.ts";
import { reasonOf, type Trace } from "./trace.ts";

/** Attempts of one call, the first included. Those that a rate limit refused do not count. A service that is gone gets one. */
const MAX_ATTEMPTS = 4;
/** A write relies on reads that are at most so old, in milliseconds. */
export const FRESH = 5_000;
/** Milliseconds. The first wait is random between 0 and this, the second between 0 and twice this, and so on. */
const BASE_DELAY = 250;

export interface WriteGate {
  /** Aborted when the service refuses the token. Once it is, no attempt starts; a running one continues. */
  readonly controller: AbortController;
  /** True if attempts start although the gate is closed. */
  readonly exempt: boolean;
  /** When what the writes rely on is too old, in milliseconds since the epoch: then none begins. Default: never. */
  readonly startsBy?: number;
  /** True if the writes do not wait for the calls in the queue, only for one of those that are under way. Default: false. */
  readonly isNext?: boolean;
}

/** True if a request may be sent again. */
export interface Repeatable {
  /**
   * True when running the call twice is the same as running it once: reads, deletes, updates of declared fields. False for
   * a create: it is sent again only when it certainly had no effect.
   */
  readonly idempotent: boolean;
  /**
   * A gateway may have sent the request twice, and pass on the 429 to the second: the caller reads before it sends it again. It gets a
   * connection of its own. Default: false.
   */
  readonly isSentAfterRead?: boolean;
  /** Default: none. */
  readonly gate?: WriteGate | undefined;
}

export interface Attempts<T> extends Repeatable {
  readonly call: Call;
  /** Runs one attempt. `number` counts from 1. */
  readonly attempt: (number: number) => Promise<T>;
  readonly deadline: Deadline;
  /** Aborts when the call is stopped. */
  readonly signal: AbortSignal;
  readonly trace?: Trace | undefined;
}

/**
 * Runs `attempt` until it succeeds, fails for good, or would have to wait past the deadline. Waits with full jitter. A
 * Retry-After of the service is the minimum of a wait. After a 429 the limiter makes all calls wait.
 */
export async function withRetries<T>(
  { call, attempt, idempotent, isSentAfterRead = false, deadline, signal, gate, trace }: Attempts<T>,
  limiter: Limiter,
  clock: Clock,
): Promise<T> {
  const latest = Math.min(deadline.at, gate?.startsBy ?? Infinity);
  const closed = gate === undefined || gate.exempt ? undefined : gate.controller.signal;
  const stops = closed === undefined ? [signal] : [signal, closed];
  let last: unknown;
  let isUnknown = false;
  let failures = 0;
  for (let number = 1; ; number += 1) {
    // The error of the last attempt says more than the reason why there is no other.
    try {
      await limiter.acquire(call, latest, deadline, stops);
    } catch (error) {
      throw last ?? (closed?.aborted ? new GateClosedError(String(closed.reason)) : error);
    }
    try {
      const answer = await attempt(number);
      limiter.release();
      return answer;
    } catch (error) {
      // Close the gate before another write gets this slot.
      if (isUnauthenticated(error)) gate?.controller.abort("The service no longer accepts the token.");
      const isThrottled = limiter.release(error, deadline.at);
      // This attempt was refused or never sent, but an earlier one without an answer may have had an effect.
      if (isUnknown && error instanceof CallError) error.isAfterUnknown = true;
      isUnknown ||= !hadNoEffect(error);
      last = error;
      if (!isTransient(error) || (!idempotent && !hadNoEffect(error))) throw error;
      if (isSentAfterRead && isThrottled) throw error;
      const { status, retryAfter = 0 } = error instanceof RefusedError ? error : {};
      const wait = isThrottled ? limiter.pause() : retryAfter + clock.random() * BASE_DELAY * 2 ** failures;
      if (!isThrottled) failures += 1;
      if (failures >= MAX_ATTEMPTS || limiter.isGone() || clock.now() + wait >= latest) throw error;
      const attempted = { ...call, attempt: number };
      trace?.({ kind: "retry", call: attempted, milliseconds: wait, reason: reasonOf(error), status });
      await clock.sleep(wait, AbortSignal.any(stops)).catch(() => {
        throw error;
      });
    }
  }
}

/** Longest Retry-After, in milliseconds. Limits a Retry-After of hundreds of digits. */
const MAX_RETRY_AFTER = Number.MAX_SAFE_INTEGER;

/**
 * Milliseconds that a Retry-After header asks to wait. The header holds seconds or a date (RFC 9110, 10.2.3). A date is compared
 * with the answer's own Date header, or with `now` if there is none. Minimum one second, also for zero, a past date and garbage.
 */
export function parseRetryAfter(header: string | undefined, date: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const sent = parseHttpDate((date ?? "").trim());
  const asked = /^\d+(\.\d+)?$/.test(text)
    ? Math.min(Number(text) * 1000, MAX_RETRY_AFTER)
    : parseHttpDate(text) - (Number.isNaN(sent) ? now : sent);
  return asked > 1000 ? asked : 1000;
}

/** Stricter than `Date.parse`, which accepts any text with a number in it ("garbage 3000"). */
function parseHttpDate(text: string): number {
  return /^[A-Z][a-z]+, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
}
