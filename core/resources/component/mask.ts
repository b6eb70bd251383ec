import { unescape } from "node:querystring";

/** A run of stars, dots or x, with the few characters of the value that a service may show around it. */
const RUN = /^([^\s/]{0,16}?)(?:[*•●]{3,}|\.{3,}|…|x{4,}|X{4,})([^\s/]{0,8})$/u;

/** A word in brackets, such as `[redacted]`. */
const WORD = /^[[<(](?:redacted|hidden|masked|filtered|encrypted|secret)[\])>]$/i;

/**
 * Whether a value looks like a mask, or contains one: then the service hides the real value. The rule for every value
 * (docs/internals/decisions/0002-settings-key-by-key.md).
 */
export function hasMask(value: unknown): boolean {
  if (typeof value === "string") return isMask(value) || secretsInUrl(value).some(isMask);
  return typeof value === "object" && value !== null && Object.values(value).some(hasMask);
}

function isMask(text: string): boolean {
  return RUN.test(text) || WORD.test(text);
}

/** User name, password and values of the query of a URL. */
function secretsInUrl(text: string): string[] {
  const { username = "", password = "", searchParams = [] } = URL.parse(text) ?? {};
  return [unescape(username), unescape(password), ...[...searchParams].map(([, value]) => value)];
}

/** Whether a mask shows characters that the value does not have: it hides another value. */
export function showsOtherValue(mask: unknown, value: unknown): boolean {
  if (typeof mask !== "string" || typeof value !== "string") return false;
  const [, start = "", end = ""] = RUN.exec(mask) ?? [];
  return !value.startsWith(start) || !value.endsWith(end);
}
