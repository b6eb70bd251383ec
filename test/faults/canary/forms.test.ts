import { describe, expect, it } from "vitest";
import { createRedaction } from "../../../provider/api/redaction.ts";
import { leaks, SECRETS, TOKEN } from "./secrets.ts";

const codePoints = (text: string, write: (code: number) => string, which: RegExp): string =>
  text.replace(which, (sign) => Array.from({ length: sign.length }, (_, at) => write(sign.charCodeAt(at))).join(""));
const hex = (code: number): string => code.toString(16).padStart(4, "0");
const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const html = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** How others write a text that they repeat. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  "as it is": (text) => text,
  "on one line": (text) => text.replaceAll(/\s+/g, " "),
  "as JSON": json,
  "as JSON in JSON": (text) => json(json(text)),
  "as JSON in JSON in JSON": (text) => json(json(json(text))),
  "as PHP's JSON": (text) =>
    codePoints(json(text).replaceAll("/", String.raw`\/`), (code) => `\\u${hex(code)}`, /[^\0-\x7f]/g),
  "as Go's JSON": (text) => codePoints(json(text), (code) => `\\u${hex(code)}`, /[<>&]/g),
  "as JSON with large escapes": (text) =>
    codePoints(json(text), (code) => `\\u${hex(code).toUpperCase()}`, /[<>&]|[^\0-\x7f]/g),
  "in a URL": encodeURIComponent,
  "in a URL, in lower case": (text) => encodeURIComponent(text).replaceAll(/%../g, (code) => code.toLowerCase()),
  "in a path": encodeURI,
  "in a form": (text) => new URLSearchParams({ text }).toString().slice("text=".length),
  "in HTML": (text) => html(text).replaceAll("'", "&#39;"),
  "in HTML, by number": (text) => codePoints(text, (code) => `&#${code};`, /[&<>"'/=+]/g),
  "in HTML, by hexadecimal number": (text) => codePoints(text, (code) => `&#x${code.toString(16)};`, /[&<>"'/=+]/g),
  "as base64": (text) => Buffer.from(text).toString("base64"),
  "as base64 of URLs": (text) => Buffer.from(text).toString("base64url"),
  "to GitHub's runner": (text) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A"),
};

describe.each(Object.entries({ TOKEN, ...SECRETS }).filter(([name]) => name !== "SHORT"))("%s", (_name, secret) => {
  it.each(Object.entries(FORMS))("is taken out of a text that has it %s", (_form, write) => {
    const { redact } = createRedaction([secret]);
    const text = `before ${write(secret)} after`;
    expect(leaks(redact(text))).toEqual([]);
    expect(redact(text)).toMatch(/^before .* after$/s);
  });
});
