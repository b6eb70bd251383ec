import { hadNoEffect, isNotFound, RefusedError } from "../api/errors.ts";
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
        // After an attempt without an answer, what another spelling is refused for may be the effect of that one.
        if (!isNotFound(again) && !isMalformed(again)) throw hadNoEffect(error) ? again : error;
      }
    }
    throw error;
  }
}

/** The service takes no such spelling. */
function isMalformed(error: unknown): boolean {
  return error instanceof RefusedError && [400, 422].includes(error.status);
}
