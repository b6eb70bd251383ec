import { InvalidRequestError } from "./errors.ts";

/**
 * Letters, digits and `._~-`, not starting with a dot. Ids, slugs and canonical host names all fit; `..`, `%2e%2e` and
 * anything with a slash do not. Encoding alone is no protection: URL parsers collapse even an encoded `..` (observed).
 */
export const SEGMENT = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,252}$/;

/** Builds a path; every value becomes exactly one segment, or the request is refused before it is sent. */
export function path(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((built, part, index) => {
    const value = values[index - 1] ?? "";
    if (!SEGMENT.test(value)) {
      throw new InvalidRequestError(
        `${JSON.stringify(value.slice(0, 80))} cannot stand in ${parts.join("…")}: an id, slug or host name has only letters, ` +
          `digits and . _ ~ - and does not start with a dot.`,
      );
    }
    return built + encodeURIComponent(value) + part;
  });
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLoopback(url: URL): boolean {
  return LOOPBACK.has(url.hostname);
}

/**
 * The address of the service: https, or http on loopback only, because the token travels with every request.
 * A trailing slash is dropped. Throws {@link InvalidRequestError} for anything else.
 */
export function parseBaseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw refused("is not a URL");
  if (url.username !== "" || url.password !== "") throw refused("may hold no user name or password");
  if (url.search !== "" || url.hash !== "") throw refused("may hold no query and no fragment");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) {
    throw refused("must be https (http only on loopback)");
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  // Below /v1/v1 there is nothing, and the service itself would say "not found": every project would look gone.
  if (url.pathname.endsWith("/v1")) throw refused("must end before /v1, which every request adds");
  return url;
}

function refused(why: string): InvalidRequestError {
  return new InvalidRequestError(
    `The base URL ${why}. Give the service's address, for example https://api.example.com.`,
  );
}
