import { InvalidRequestError } from "./errors.ts";

/**
 * Letters, digits and `._~-`, not starting with a dot. Ids, slugs and canonical host names match. `..`, `%2e%2e` and
 * anything with a slash do not. Percent-encoding is not enough: URL parsers resolve even an encoded `..` (observed).
 */
export const SEGMENT = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,252}$/;

/** Builds a path. Each value becomes exactly one segment. Throws {@link InvalidRequestError} for any other value. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((built, part, index) => {
    const value = values[index - 1] ?? "";
    if (!SEGMENT.test(value)) {
      throw new InvalidRequestError(
        `${JSON.stringify(value.slice(0, 80))} is not valid in ${parts.join("…")}: an id, slug or host name contains only ` +
          `letters, digits and . _ ~ - and does not start with a dot.`,
      );
    }
    return built + encodeURIComponent(value) + part;
  });
}
