import { Refusal } from "../refusal.ts";
import type { Store } from "../store/store.ts";
import type { Handled, StoredKind } from "./handled.ts";

interface Deletion {
  readonly of: StoredKind;
  /** For a domain, its name. */
  readonly id: string;
  /** @throws Refusal 404 if there is no such object. */
  readonly find: () => unknown;
  readonly remove: () => void;
}

/** Deletes an object, as the temperament says. @throws Refusal 404, 409. */
export function deletion(
  { deletions = {} }: ReturnType<Store["temperament"]>,
  { of, id, find, remove }: Deletion,
): Handled {
  try {
    find();
  } catch (error) {
    if (deletions.again !== "done" || !(error instanceof Refusal) || error.status !== 404) throw error;
    return { kind: "deleted", of, id, isDeleted: true };
  }
  if (deletions.ineffective?.includes(of) === true) return { kind: "deleted", of, id, isDeleted: false };
  remove();
  return { kind: "deleted", of, id, isDeleted: true };
}
