import { isIP } from "node:net";
import { trimmed } from "../text/trimmed.ts";
import { toASCII, toUnicode } from "tr46";
import { quote } from "../text/quoted.ts";
import { seenForm, seenWords } from "./canonical-forms.ts";

/** No host name is longer, whatever letters it is written with. Conversion takes long for a long text. */
const MOST_CHARACTERS = 2_000;

/** Names that need no conversion, as nearly all do. */
const PLAIN = /^[a-z0-9._-]{1,253}$/;

/**
 * The form in which a host name is compared, stored and sent: ASCII (international names as `xn--…`), lower case, without
 * the trailing dot. `undefined` if the text is not a host name: an IP address, an empty or too long label, a path, a port,
 * a single label. Does not use Node's `domainToASCII`, which is too lenient: it turns `a/b.com` into `a`.
 */
export function canonicalHostName(text: string): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  if (forms.has(text)) return forms.get(text);
  if (forms.size >= MAX_FORMS) forms.clear();
  const form = canonicalForm(text);
  forms.set(text, form);
  return form;
}

/** Cache: conversion is slow, and each name of a file and of a list is compared several times. */
const forms = new Map<string, string | undefined>();
const MAX_FORMS = 50_000;

function canonicalForm(text: string): string | undefined {
  const name = text.replace(/[.\u3002\uFF0E\uFF61]$/, "");
  const isPlain = PLAIN.test(name) && !name.includes("xn--");
  const ascii = isPlain ? name : toASCII(name, { checkBidi: true, checkJoiners: true, verifyDNSLength: true });
  if (ascii === null) return undefined;
  const labels = ascii.split(".");
  const wellFormed = labels.every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
  const topLevel = labels.at(-1) ?? "";
  return wellFormed && labels.length > 1 && !/^\d+$/.test(topLevel) && !topLevel.startsWith("0x") ? ascii : undefined;
}

/** How people write a canonical host name: with its letters or in ASCII, with a trailing dot or without. A glob of any of them is one of it. */
export function hostNameSpellings(name: string): readonly string[] {
  const forms = name.includes("xn--") ? [name, toUnicode(name).domain] : [name];
  return forms.flatMap((form) => [form, `${form}.`]);
}

/** The canonical host names in a text, such as a URL, a name with a port or in quotes, or one with dots around it. */
export function hostNamesWithin(text: string): readonly string[] {
  const names = [seenForm(text), seenWords(text)].flatMap((form) =>
    form.replaceAll(PLACEHOLDER_LABEL, "_").split(BETWEEN_HOST_NAMES),
  );
  return names.flatMap((name) => canonicalHostName(trimmed(name, ".\u3002")) ?? []);
}

/** The end of a placeholder for labels, as in `{env}.example.com`. */
const PLACEHOLDER_LABEL = /[}>](?=[.\u3002][\p{L}\p{N}])/gu;

/** A wildcard, or a name with `_`, is another name than the rest of it. */
const BETWEEN_HOST_NAMES = /[^\p{L}\p{N}\p{M}.\u3002*_-]+/u;

function hostPart(text: string): string {
  const [, host = ""] = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/?#]*@)?([^/?#:]*)/i.exec(text) ?? [];
  return host;
}

/** Says why a text is not a host name, and what to write instead. */
export function explainHostName(text: string): string {
  const host = hostPart(text);
  const onlyHost =
    canonicalHostName(host) === undefined
      ? "write a host name such as www.example.com"
      : `write only the host name: ${host}`;
  // A URL may hold a password, in front of the host name or in the query.
  const shown = /[@?#]/.test(text) ? "this" : quote(text);
  if (isIP(text.replace(/^\[|\]$/g, "")) !== 0) return `${shown} is an IP address; ${onlyHost}`;
  const [, extra] = EXTRAS.find(([pattern]) => pattern.test(text)) ?? [];
  if (extra !== undefined) return `${shown} ${extra}; ${onlyHost}`;
  if (text.startsWith("*.")) return `${shown} is a wildcard; list each host name, such as www.example.com`;
  if (/^[^.]+\.?$/.test(text)) return `${shown} has no domain; write the whole host name, such as www.example.com`;
  return `${shown} is not a host name; ${onlyHost}`;
}

/** Parts of a URL besides the host name. The first match decides. */
const EXTRAS: readonly (readonly [pattern: RegExp, extra: string])[] = [
  [/^[a-z][a-z\d+.-]*:\/\//i, "is a URL"],
  [/@/, "has a user name"],
  [/[?#]/, "has a query"],
  [/\//, "has a path"],
  [/:\d*$/, "has a port"],
];
