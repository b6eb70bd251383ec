import type { Clock } from "./clock.ts";
import {
  hadNoEffect,
  HeldBackError,
  isTransient,
  isUnauthenticated,
  noteUnsettled,
  RefusedError,
  type Call,
} from "./errors.ts";
import type { Limiter } from "./limiter.ts";

export type { Clock } from "./clock.ts";

/** Attempts of one call, the first included. */
const ATTEMPTS = 4;
/** The first back-off is drawn from 0 to this many milliseconds, the next from twice that, and so on. */
const BASE_DELAY = 250;

/**
 * `repeatable`: running it twice is the same as running it once (reads, deletes, updates of declared fields).
 * `once`: a create, which is sent again only when it certainly had no effect.
 */
export type Repetition = "repeatable" | "once";

export interface Attempts<T> {
  readonly call: Call;
  readonly attempt: () => Promise<T>;
  readonly repetition: Repetition;
  /** When the call's time is up, in milliseconds since the epoch. */
  readonly until: number;
  /** Aborts when the call is stopped, or its time is up. */
  readonly signal: AbortSignal;
  /** Aborts when no attempt may begin any more; aborted here where the service refuses the token. */
  readonly gate?: AbortController | undefined;
}

/**
 * Runs `attempt` until it succeeds, fails for good, or would have to wait past `until`. Waits with full jitter; the
 * service's own Retry-After is a floor and is never cut short.
 */
export async function withRetries<T>(
  { call, attempt, repetition, until, signal, gate }: Attempts<T>,
  limiter: Limiter,
  clock: Clock,
): Promise<T> {
  const waiting = gate === undefined ? signal : AbortSignal.any([signal, gate.signal]);
  let last: unknown;
  let unsettled = false;
  for (let tried = 1; ; tried += 1) {
    // What was learnt of the call by an attempt says more than that there could be no other.
    try {
      await limiter.enter(call, until, waiting);
    } catch (error) {
      throw last ?? (gate?.signal.aborted ? new HeldBackError(String(gate.signal.reason)) : error);
    }
    try {
      const answer = await attempt();
      limiter.leave();
      return answer;
    } catch (error) {
      // Before the next one takes this one's place.
      if (isUnauthenticated(error)) gate?.abort("The service no longer accepts the token.");
      limiter.leave(error);
      // That this attempt was refused or never sent says nothing of one before it that got no answer.
      if (unsettled) noteUnsettled(error);
      unsettled ||= !hadNoEffect(error);
      last = error;
      if (tried >= ATTEMPTS || !mayRepeat(error, repetition)) throw error;
      const asked = error instanceof RefusedError ? (error.retryAfter ?? 0) : 0;
      const wait = asked + clock.random() * BASE_DELAY * 2 ** (tried - 1);
      if (clock.now() + wait >= until) throw error;
      await clock.sleep(wait, waiting).catch(() => {
        throw error;
      });
    }
  }
}

function mayRepeat(error: unknown, repetition: Repetition): boolean {
  return isTransient(error) && (repetition === "repeatable" || hadNoEffect(error));
}

/** More than any clock reaches; a number of 400 digits is no less of a request to wait. */
const FOR_EVER = Number.MAX_SAFE_INTEGER;

/**
 * Milliseconds a Retry-After header asks to wait: seconds, or a date, which is taken relative to the answer's own Date
 * (`now` where it has none). Never less than a second, also for zero, a past date and garbage.
 */
export function retryAfter(header: string | undefined, date: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const answered = httpDate(date ?? "");
  const from = Number.isNaN(answered) ? now : answered;
  const asked = /^\d+(\.\d+)?$/.test(text) ? Math.min(Number(text) * 1000, FOR_EVER) : httpDate(text) - from;
  return asked > 1000 ? asked : 1000;
}

/**
 * The three forms that HTTP has for a date (RFC 9110, 5.6.7); the oldest names no zone and means GMT. Stricter than
 * `Date.parse`, which makes a year of any number it finds ("garbage 3000").
 */
function httpDate(text: string): number {
  const date = text.trim();
  if (/^[A-Z][a-z]+, .* GMT$/.test(date)) return Date.parse(date);
  return /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/.test(date)
    ? Date.parse(`${date} GMT`)
    : Number.NaN;
}
