import { hadNoEffect, isTransient, noteUnsettled, RefusedError } from "./errors.ts";

/** Time and chance, given from outside so that tests neither wait nor guess. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** From 0 to below 1. */
  random(): number;
}

/** Attempts of one call, the first included. */
const ATTEMPTS = 4;
/** The first back-off is drawn from 0 to this many milliseconds, the next from twice that, and so on. */
const BASE_DELAY = 250;

/**
 * `repeatable`: running it twice is the same as running it once (reads, deletes, updates of declared fields).
 * `once`: a create, which is sent again only when it certainly had no effect.
 */
export type Repetition = "repeatable" | "once";

/**
 * Runs `attempt` until it succeeds, fails for good, or would have to wait past `deadline` (milliseconds since the epoch).
 * Waits with full jitter; the service's own Retry-After is a floor and is never cut short.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  repetition: Repetition,
  deadline: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<T> {
  let unsettled = false;
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      // That this attempt was refused or never sent says nothing of one before it that got no answer.
      if (unsettled) noteUnsettled(error);
      unsettled ||= !hadNoEffect(error);
      if (tried >= ATTEMPTS || signal.aborted || !mayRepeat(error, repetition)) throw error;
      const asked = error instanceof RefusedError ? (error.retryAfter ?? 0) : 0;
      const wait = asked + clock.random() * BASE_DELAY * 2 ** (tried - 1);
      if (clock.now() + wait >= deadline) throw error;
      await clock.sleep(wait, signal).catch(() => {
        // The wait was stopped: what was learnt of the call is still the last error.
        throw error;
      });
    }
  }
}

function mayRepeat(error: unknown, repetition: Repetition): boolean {
  return isTransient(error) && (repetition === "repeatable" || hadNoEffect(error));
}

/**
 * Milliseconds a Retry-After header asks to wait: seconds, or a date, which is taken relative to the answer's own Date
 * (`now` where it has none). Never less than a second, also for zero, a past date and garbage.
 */
export function retryAfter(header: string | undefined, date: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const answered = httpDate(date ?? "");
  const from = Number.isNaN(answered) ? now : answered;
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : httpDate(text) - from;
  return Number.isFinite(asked) && asked > 1000 ? asked : 1000;
}

/** Stricter than `Date.parse`, which makes a year of any number it finds ("garbage 3000"). */
function httpDate(text: string): number {
  return /^[A-Z][a-z]+, .* GMT$/.test(text.trim()) ? Date.parse(text) : Number.NaN;
}
