import { isNotFound } from "../api/errors.ts";
import { sameJson } from "./canonical.ts";
import { AmbiguousError, NotTakenError, UndeclaredChangeError } from "./failures.ts";
import type { Change } from "./kind.ts";
import type { Fields } from "./json.ts";

/** The one object of those that answer to a natural key. */
export function only<Live>(subject: string, found: readonly Live[], idOf: (live: Live) => string): Live | undefined {
  if (found.length > 1) throw new AmbiguousError(subject, found.map(idOf));
  return found[0];
}

/** A deletion of what is gone already is a success. */
export async function unlessGone(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** Throws where an update's answer shows that a field changed which the update did not carry. */
export function refuseUndeclared(
  subject: string,
  before: Fields,
  after: Fields,
  expected: ReadonlySet<string>,
  meaning: (name: string, value: unknown) => unknown,
): void {
  const changed = Object.keys(after).filter(
    (name) =>
      !expected.has(name) &&
      Object.hasOwn(before, name) &&
      !sameJson(meaning(name, before[name]), meaning(name, after[name])),
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
