import { isNotFound } from "../api/errors.ts";
import { spellingsOf } from "../resources/domain.ts";
import type { KindName } from "../resources/kind.ts";

/**
 * Calls the service with the id of an object in a path. A host name may have several spellings, and the service may take only one: the next
 * is tried only if the one before is not found. If none is found, throws the first error: it knows of attempts without an answer.
 */
export async function bySpelling<Result>(
  kind: KindName,
  id: string,
  call: (id: string) => Promise<Result>,
): Promise<Result> {
  const [first = id, ...others] = kind === "domain" ? spellingsOf(id) : [id];
  try {
    return await call(first);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    for (const other of others) {
      try {
        return await call(other);
      } catch (again) {
        if (!isNotFound(again)) throw again;
      }
    }
    throw error;
  }
}
