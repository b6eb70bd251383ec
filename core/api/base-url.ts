import { SettingError } from "./errors.ts";
import { canBeRedacted, MIN_SECRET } from "../text/redaction.ts";

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLoopback(url: URL): boolean {
  return LOOPBACK.has(url.hostname);
}

/**
 * The address of the service, without a slash at the end: https, or http on loopback, because each request carries the token.
 * `name`: what the user calls this setting, for messages. Throws {@link SettingError}.
 */
export function parseBaseUrl(text: string, name = "The base URL"): URL {
  const refused = (problem: string, remedy = "Set it to the service's address, for example https://api.example.com.") =>
    new SettingError(`${name}${quoted(text)} ${problem}.`, remedy);
  const url = URL.parse(text);
  if (url === null) {
    throw !text.includes("://") && URL.canParse(`https://${text}`) && isAddress(text)
      ? refused("lacks https://", `Write https://${text}.`)
      : refused("is not a URL");
  }
  if (url.username !== "" || url.password !== "") throw refused("must not contain a user name or password");
  // An empty one, too: it would be another address of the same service.
  if (/[?#]/.test(text)) throw refused("must not contain a query or a fragment");
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url))) {
    throw refused("must use https (http only on loopback)");
  }
  url.pathname = url.pathname.replace(/\/+$/, "");
  // A request to /v1/v1/… gets a "not found" of the service itself, so every project would look deleted.
  if (url.pathname.endsWith("/v1")) throw refused("must not end with /v1", "Leave /v1 out: each request adds it.");
  return url;
}

/** A host name and a path in lower case. Anything else may be a token in the wrong variable, and is not shown. */
function isAddress(text: string): boolean {
  return (
    text.length <= 100 &&
    /^([a-z]{2,5}:\/\/)?(localhost|[a-z0-9-]{1,30}(\.[a-z0-9-]{1,30})+)(:\d{1,5})?(\/[a-z0-9-]{0,20})*$/.test(text)
  );
}

function quoted(text: string): string {
  return isAddress(text) ? ` ${JSON.stringify(text)}` : "";
}

/** Throws {@link SettingError} if the token cannot be sent or hidden. `name`: what the user calls it. Never shows it. */
export function checkToken(token: string, name: string, remedy = "Set it to an access token of the service."): void {
  const problem = problemOf(token);
  if (problem !== undefined) throw new SettingError(`${name} ${problem}.`, remedy);
}

function problemOf(token: string): string | undefined {
  if (token === "") return "is empty";
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return "contains a character that is not printable ASCII, such as a space or a line break";
  }
  return canBeRedacted(token) ? undefined : `has fewer than ${MIN_SECRET} characters, so messages could not hide it`;
}
