import ipaddr from "ipaddr.js";
import { isIP, isIPv6 } from "node:net";
import { unescape } from "node:querystring";
import { UNSEEN } from "../text/printable.ts";

/*
 * The canonical forms of single values, by type. Two values are equal if their forms are. A value that its type does not
 * cover has no other form than its own.
 */

/**
 * The canonical form of an IP address or network (RFC 5952): IPv6 compressed and in lower case, a network by its first
 * address, and no length where it covers a single address (`/32`, `/128`). Any other text is returned unchanged.
 */
function canonicalAddress(text: string): string {
  if (!isAddressOrNetwork(text)) return text;
  const [address = "", length] = text.split("/");
  const isLong = isIPv6(address);
  // Not ipaddr.js, which reads `::192.0.2.1` as `::ffff:192.0.2.1`: that is another address (RFC 4291, 2.5.5).
  const form = isLong ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
  if (length === undefined || length === (isLong ? "128" : "32")) return form;
  const network = `${form}/${length}`;
  const first = isLong
    ? ipaddr.IPv6.networkAddressFromCIDR(network).toRFC5952String()
    : ipaddr.IPv4.networkAddressFromCIDR(network).toString();
  return `${first}/${length}`;
}

/** True if the text is an IP address, or a network such as `203.0.113.0/24`. An address with a zone (`fe80::1%eth0`) is not. */
export function isAddressOrNetwork(text: string): boolean {
  const [address = "", length, ...more] = text.split("/");
  // ipaddr.js alone is too lenient: it reads `127.1` and `0x7f.1` as addresses.
  if (isIP(address) === 0 || address.includes("%") || more.length > 0) return false;
  return length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && ipaddr.isValidCIDR(text));
}

/** Trailing white space and the kind of line ends do not count. */
export function textForm(value: unknown): unknown {
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n").trimEnd() : value;
}

/** `"0.5"` means 0.5 where a number is expected. */
export function numberForm(value: unknown): unknown {
  const isNumber = typeof value === "string" && /^-?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(value);
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Slugs, names of components and ids of organizations do not differ in case alone. */
export function keyForm(key: string): string {
  return key.toLowerCase();
}

/** A key as a reader sees it: `ｓｉｔｅ `, `s%69te` and a `site` with an invisible character look like `site`. A backslash is a slash. */
export function seenForm(key: string): string {
  return keyForm(unescape(key).normalize("NFKC")).replace(UNSEEN, "").replaceAll("\\", "/");
}

/** As {@link seenForm}, with a sign that no name has in place of white space, which may separate names. */
export function seenWords(key: string): string {
  return seenForm(key.replaceAll(/\s+/gu, "|"));
}

/** True if a text holds a name that is not part of a longer one. `sign`: one that names may have. */
export function holdsName(text: string, name: string, sign: RegExp): boolean {
  if (name === "") return false;
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!sign.test(text[at - 1] ?? "") && !sign.test(text[at + name.length] ?? "")) return true;
  }
  return false;
}

/** The named forms of text. A field's schema names its form in `meta`. */
export const TEXT_FORMS = {
  /** A slug, a name of a component or an id of an organization. */
  key: keyForm,
  /** A URL, as WHATWG writes it: `https://Example.com` means `https://example.com/`. */
  url: (text: string): string => (URL.canParse(text) ? new URL(text).href : text),
  /** An IP address or network. */
  address: canonicalAddress,
  /** The domain of a cookie: without case, and a leading dot is ignored (RFC 6265, 5.2.3). */
  cookieDomain: (text: string): string => text.toLowerCase().replace(/^\./, ""),
  /** An HTTP method, or a code of a country or continent. */
  upperCase: (text: string): string => text.toUpperCase(),
  /** The name of an HTTP header. */
  headerName: (text: string): string => text.toLowerCase(),
  /** The value of an HTTP header: white space around it is not part of it (RFC 9110, 5.5). */
  headerValue: (text: string): string => text.trim(),
} as const satisfies Readonly<Record<string, (text: string) => string>>;

export type TextForm = keyof typeof TEXT_FORMS;
