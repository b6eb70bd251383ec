import type { Client } from "../api/client.ts";
import { hadNoEffect, isConflict, isTransient, RefusedError, StoppedError } from "../api/errors.ts";
import { OutcomeUnknownError } from "./failures.ts";
import type { Ensured } from "./kind.ts";

/*
 * What became of a write that got no answer. Exactly-once is out of reach without the service's help; reading back by the
 * natural key comes as near to it as one can.
 */

/**
 * Milliseconds for which a list may not show a write. Nothing documents it: this is what projectsync takes for granted,
 * and what is read back is read for that long.
 */
export const SETTLE_WINDOW = 10_000;
/** Milliseconds before each look. In all one window. */
export const LOOKS: readonly number[] = [0, 500, 1_500, 3_000, 5_000];

export interface Creation<Live> {
  /** `the creation of …`. */
  readonly subject: string;
  /** Where a person would look: method and path. */
  readonly where: string;
  readonly create: () => Promise<Live>;
  /** What answers to the natural key now. Nothing did before the create. */
  readonly readBack: () => Promise<readonly Live[]>;
  readonly idOf: (live: Live) => string;
  /**
   * The service cannot hold two of this key, for the key is the object's address: what was looked for and is not there may
   * be sent again.
   */
  readonly unique: boolean;
}

/**
 * Creates once, and where the answer does not say whether that took place, reads back: exactly one object is ours, several
 * are nobody's to choose from, and none after the settle window stays unknown.
 */
export async function settleCreate<Live>(client: Client, creation: Creation<Live>): Promise<Ensured<Live>> {
  const { subject, where, create, readBack, idOf, unique } = creation;
  let unsettled: Error;
  try {
    return { live: await create(), notes: [] };
  } catch (error) {
    if (hadNoEffect(error) || !(error instanceof Error)) throw error;
    unsettled = error;
  }
  // Looking is free to be at once; sending again is not, where the service asked to wait.
  let left = askedToWait(unsettled);
  for (const wait of LOOKS) {
    left -= wait;
    let found: readonly Live[];
    try {
      if (wait > 0) await client.pause(wait);
      found = await readBack();
    } catch (error) {
      // It may answer at the next look; what it refuses to show, it will refuse then too. Nobody looks once it is stopped.
      const isFinal = error instanceof StoppedError || (error instanceof RefusedError && !isTransient(error));
      if (isFinal) break;
      continue;
    }
    if (found.length > 1) throw new OutcomeUnknownError(subject, severalFound(unsettled, found.map(idOf)), where);
    const [live] = found;
    if (live !== undefined) {
      const note = `The answer to ${subject} was lost; ${idOf(live)} was found and taken over.`;
      return { live, notes: [note], takenOver: true };
    }
    if (!unique || left > 0 || wait === LOOKS.at(-1)) continue;
    try {
      return { live: await create(), notes: [] };
    } catch (error) {
      // The first one arrived after all, or the next look will tell.
      if (!isConflict(error) && !isTransient(error)) throw new OutcomeUnknownError(subject, asError(error), where);
      left = askedToWait(error);
    }
  }
  throw new OutcomeUnknownError(subject, unsettled, where);
}

function askedToWait(error: unknown): number {
  return error instanceof RefusedError ? (error.retryAfter ?? 0) : 0;
}

/** Updates, and where the answer was lost takes it for done if the object, read back, is as declared. */
export async function settleUpdate<Live>(update: {
  readonly subject: string;
  readonly where: string;
  readonly send: () => Promise<Live>;
  readonly read: () => Promise<Live | undefined>;
  /** Also where it cannot be seen whether it is. */
  readonly isAsDeclared: (live: Live) => boolean;
}): Promise<Ensured<Live>> {
  const { subject, where, send, read, isAsDeclared } = update;
  try {
    return { live: await send(), notes: [] };
  } catch (error) {
    if (hadNoEffect(error) || !(error instanceof Error)) throw error;
    const live = await unlessUnreadable(read);
    if (live === undefined || !isAsDeclared(live)) throw new OutcomeUnknownError(subject, error, where);
    return { live, notes: [`The answer to ${subject} was lost; it was read back, and is as declared.`] };
  }
}

/** Removes, and where the answer was lost takes it for done if the service says that the object is gone. */
export async function settleRemoval(removal: {
  readonly subject: string;
  readonly where: string;
  readonly send: () => Promise<void>;
  /** Whether the service says so. */
  readonly isGone: () => Promise<boolean>;
}): Promise<void> {
  const { subject, where, send, isGone } = removal;
  try {
    await send();
  } catch (error) {
    if (hadNoEffect(error) || !(error instanceof Error)) throw error;
    if ((await unlessUnreadable(isGone)) !== true) throw new OutcomeUnknownError(subject, error, where);
  }
}

/** Why the reading failed matters less than why the write is unsettled. */
async function unlessUnreadable<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch {
    return undefined;
  }
}

/** Which of several is ours, and whether one is, cannot be told: their ids are all there is to say. */
function severalFound(error: Error, ids: readonly string[]): Error {
  return new Error(`${error.message} There are ${ids.length} now: ${ids.join(", ")}.`, { cause: error });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
