import { hadNoEffect } from "../api/errors.ts";
import { sameJson } from "./canonical.ts";
import { AmbiguousError, NotTakenError, OutcomeUnknownError, UndeclaredChangeError } from "./failures.ts";
import type { Change } from "./kind.ts";

/** The one object of those that answer to a natural key. */
export function only<Live>(subject: string, found: readonly Live[], idOf: (live: Live) => string): Live | undefined {
  if (found.length > 1) throw new AmbiguousError(subject, found.map(idOf));
  return found[0];
}

/**
 * Runs a create once. An answer that does not say whether it took place is settled by reading back what answers to the
 * natural key: nothing did before the create, so exactly one is ours, several are nobody's to choose from, and none
 * stays unknown.
 */
export async function settleCreate<Live>(
  subject: string,
  create: () => Promise<Live>,
  readBack: () => Promise<readonly Live[]>,
  idOf: (live: Live) => string,
): Promise<Live> {
  try {
    return await create();
  } catch (error) {
    if (hadNoEffect(error) || !(error instanceof Error)) throw error;
    let found: readonly Live[];
    try {
      found = await readBack();
    } catch {
      // Why the reading failed matters less than why the create is unsettled.
      throw new OutcomeUnknownError(subject, error);
    }
    if (found.length > 1) throw new OutcomeUnknownError(subject, severalFound(error, found.map(idOf)));
    const [settled] = found;
    if (settled === undefined) throw new OutcomeUnknownError(subject, error);
    return settled;
  }
}

/** Which of several is ours, and whether one is, cannot be told: their ids are all there is to say. */
function severalFound(error: Error, ids: readonly string[]): Error {
  return new Error(`${error.message} There are ${ids.length} now: ${ids.join(", ")}.`, { cause: error });
}

/** Throws where an update's answer shows that a field changed which the update did not carry. */
export function refuseUndeclared(
  subject: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  expected: ReadonlySet<string>,
  meaning: (name: string, value: unknown) => unknown,
): void {
  const changed = Object.keys(after).filter(
    (name) =>
      !expected.has(name) && name in before && !sameJson(meaning(name, before[name]), meaning(name, after[name])),
  );
  if (changed.length > 0) throw new UndeclaredChangeError(subject, changed);
}

/** Throws where, after an update, declared fields still differ. */
export function refuseNotTaken(subject: string, left: readonly Change[]): void {
  if (left.length > 0)
    throw new NotTakenError(
      subject,
      left.map(({ path }) => path),
    );
}
