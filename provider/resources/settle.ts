import type { Client } from "../api/client.ts";
import {
  asError,
  GateClosedError,
  hadNoEffect,
  isConflict,
  isNotDeleted,
  isNotFound,
  isTransient,
  RefusedError,
  StoppedError,
} from "../api/errors.ts";
import { AmbiguousError, OutcomeUnknownError } from "./failures.ts";
import type { Ensured, Removal } from "./kind.ts";

/*
 * Finds out what became of a write without an answer. The service has no idempotency keys (docs/service.md, "Unknown"), so
 * the object is read back by its natural key.
 */

/**
 * Milliseconds for which a list may not show a write. No document says how long lists lag: this is what projectsync
 * assumes (docs/decisions/0001-settle-window.md).
 */
export const SETTLE_WINDOW = 10_000;
/** Milliseconds to wait before each read. A test checks that their sum is one settle window. */
export const READ_DELAYS: readonly number[] = [0, 500, 1_500, 3_000, 5_000];

export interface Creation<Live> {
  /** Such as `the creation of project site of org_1`. */
  readonly subject: string;
  readonly create: () => Promise<Live>;
  /** The live objects that have the natural key. Before the create there were none. */
  readonly readBack: () => Promise<readonly Live[]>;
  readonly idOf: (live: Live) => string;
  /**
   * The key is the object's address, so the service cannot hold two objects with it. If reading back finds none, the create
   * is sent again.
   */
  readonly unique: boolean;
}

/**
 * Creates once. If the answer does not say whether that took place, reads back: one object is adopted, several are an error,
 * and none within the settle window leaves the outcome unknown.
 */
export async function settleCreate<Live>(client: Client, creation: Creation<Live>): Promise<Ensured<Live>> {
  const { subject, create, readBack, idOf, unique } = creation;
  let unsettled: Error;
  try {
    return { live: await create(), notes: [] };
  } catch (error) {
    if (hadNoEffect(error) || !(error instanceof Error)) throw error;
    unsettled = error;
  }
  // Retry-After delays only the second create, not the reads.
  let left = askedToWait(unsettled);
  let isRefused = false;
  for (const delay of READ_DELAYS) {
    left -= delay;
    let found: readonly Live[];
    try {
      if (delay > 0) await client.pause(delay, `to read back ${subject}`);
      found = await readBack();
    } catch (error) {
      if (error instanceof AmbiguousError) throw new OutcomeUnknownError(subject, severalFound(unsettled, error.ids));
      // A refusal is final; other read errors may pass. After a stop there is no next read.
      const isFinal = error instanceof StoppedError || (error instanceof RefusedError && !isTransient(error));
      if (isFinal) break;
      continue;
    }
    if (found.length > 1) throw new OutcomeUnknownError(subject, severalFound(unsettled, found.map(idOf)));
    const [live] = found;
    if (live !== undefined) {
      const note = `The answer to ${subject} was lost; ${idOf(live)} was found and adopted.`;
      return { live, notes: [note], adopted: true };
    }
    if (!unique || isRefused || left > 0 || delay === READ_DELAYS.at(-1)) continue;
    try {
      return { live: await create(), notes: [] };
    } catch (error) {
      // 409, or no clear answer: one of the creates may have arrived. The next read shows it.
      isRefused = hadNoEffect(error) && !isConflict(error) && !isTransient(error);
      // Then only the first may have, and a read may show it late.
      if (isRefused) unsettled = asError(error);
      left = askedToWait(error);
    }
  }
  throw new OutcomeUnknownError(subject, unsettled);
}

/** What reads by id find of the objects that a list shows: the list may be old, and the objects gone. */
export async function stillThere<Live>(
  listed: readonly Live[],
  read: (live: Live) => Promise<Live | undefined>,
): Promise<readonly Live[]> {
  const found = await Promise.all(listed.map(read));
  return found.filter((live) => live !== undefined);
}

/** Milliseconds. */
function askedToWait(error: unknown): number {
  return error instanceof RefusedError ? (error.retryAfter ?? 0) : 0;
}

/** Updates. If the answer is lost, the update is done if the object, read back, is as declared. */
export async function settleUpdate<Live>(update: {
  readonly subject: string;
  readonly send: () => Promise<Live>;
  readonly read: () => Promise<Live | undefined>;
  /** False also if reading back cannot show it. */
  readonly isAsDeclared: (live: Live) => boolean;
}): Promise<Ensured<Live>> {
  const { subject, send, read, isAsDeclared } = update;
  try {
    return { live: await send(), notes: [] };
  } catch (error) {
    if (hadNoEffect(error) || !(error instanceof Error)) throw error;
    const live = await undefinedIfUnreadable(read);
    if (live === undefined || !isAsDeclared(live)) throw new OutcomeUnknownError(subject, error);
    return { live, notes: [`The answer to ${subject} was lost; it was read back and is as declared.`] };
  }
}

/**
 * Runs a write below an object that was just created. The service may not find that object for a moment: a "not found" had no
 * effect, so the write is sent again within the settle window. `what`: for diagnostics, such as `project prj_1`.
 */
export async function retryNotFound<Answer>(
  client: Client,
  what: string,
  write: () => Promise<Answer>,
): Promise<Answer> {
  let refusal: unknown;
  const isRefused = (error: unknown): boolean => {
    const isLate = isNotFound(error) && hadNoEffect(error);
    if (isLate) refusal = error;
    return isLate;
  };
  try {
    return await retryLate(client, what, write, isRefused);
  } catch (error) {
    // Stopped while it waits: the write was sent, and refused.
    const isStopped = error instanceof StoppedError || error instanceof GateClosedError;
    throw isStopped && refusal !== undefined ? refusal : error;
  }
}

/** Runs a call again within the settle window while its error says that the object is not found yet. */
export async function retryLate<Answer>(
  client: Client,
  what: string,
  run: () => Promise<Answer>,
  isLate: (error: unknown) => boolean,
): Promise<Answer> {
  for (const delay of READ_DELAYS.filter((each) => each > 0)) {
    try {
      return await run();
    } catch (error) {
      if (!isLate(error)) throw error;
      await client.pause(delay, `for ${what} to be found`);
    }
  }
  return run();
}

/** Deletes. Success if the object is already gone. If the answer is lost, the deletion is done if the object is gone. */
export async function settleRemoval(removal: {
  readonly subject: string;
  readonly send: () => Promise<void>;
  readonly isGone: () => Promise<boolean>;
}): Promise<Removal> {
  const { subject, send, isGone } = removal;
  try {
    await send();
    return "deleted";
  } catch (error) {
    if (isNotFound(error)) return "not found";
    if (hadNoEffect(error) || !(error instanceof Error)) throw error;
    if ((await undefinedIfUnreadable(isGone)) === true) return "deleted";
    throw isNotDeleted(error) ? error : new OutcomeUnknownError(subject, error);
  }
}

/** The write's own error matters more than why it could not be read back. */
async function undefinedIfUnreadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

function severalFound(error: Error, ids: readonly string[]): Error {
  return new Error(`${error.message} There are ${ids.length} now: ${ids.join(", ")}.`, { cause: error });
}
