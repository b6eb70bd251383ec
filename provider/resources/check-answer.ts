import { sameJson } from "./canonical.ts";
import { NotAcceptedError, UndeclaredChangeError } from "./failures.ts";
import type { Change } from "./kind.ts";
import type { Fields } from "./json.ts";

/** Throws if the answer to an update shows that a field changed that the update did not send. */
export function refuseUndeclaredChanges(
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

/** Throws if declared fields still differ after a write. `left`: those that do. */
export function refuseNotAccepted(subject: string, left: readonly Change[]): void {
  if (left.length > 0)
    throw new NotAcceptedError(
      subject,
      left.map(({ path }) => path),
    );
}
