import { InvalidRequestError } from "./errors.ts";
import { quote } from "../text/quoted.ts";

/**
 * Text that can be one segment of a path: an id, slug or host name of the service. URL parsers resolve `.` and `..`, also
 * when they are percent-encoded (observed), and servers may split at a decoded slash.
 */
const SEGMENT = /^(?!(?:\.|%2[eE]){1,2}$)[^/\\\p{Cc}]+$/u;
const MAX_BYTES = 1024;

/** Builds a path. Each value becomes exactly one segment. Throws {@link InvalidRequestError} if that is not possible. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((built, part, index) => {
    const value = values[index - 1] ?? "";
    if (!SEGMENT.test(value) || !value.isWellFormed() || Buffer.byteLength(value) > MAX_BYTES) {
      throw new InvalidRequestError(
        `${quote(value)} is not valid in ${parts.join("…")}: an id, slug or host name has at most ` +
          `${MAX_BYTES} bytes, no slash, backslash or control character, and is not empty, "." or "..".`,
      );
    }
    return built + encode(value) + part;
  });
}

/** Percent-encodes all but the unreserved characters of RFC 3986. */
function encode(value: string): string {
  return encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
