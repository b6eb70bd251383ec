import { AmbiguousError } from "./failures.ts";

/** The only live object among those with one natural key, if any. Throws AmbiguousError if there are several. */
export function atMostOne<Live>(
  subject: string,
  found: readonly Live[],
  idOf: (live: Live) => string,
): Live | undefined {
  if (found.length > 1) throw new AmbiguousError(subject, found.map(idOf));
  return found[0];
}
