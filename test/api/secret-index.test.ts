import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canBeRedacted, createRedaction, REDACTED } from "../../provider/api/redaction.ts";
import { formsOf } from "../../provider/api/secret-forms.ts";

/** What redaction is defined as: each secret, the longest first, is replaced in the text, whether it is in it or not. */
function redactOneByOne(secrets: readonly string[], text: string): string {
  return [...new Set(secrets.filter(canBeRedacted))]
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => formsOf(secret, REDACTED).remove(rest), text)
    .replace(/(?:\(secret\)){2,}/g, REDACTED);
}

const RUNS = 150;

/** All that some format treats in its own way, parts of escapes, and letters. */
const CHARACTERS = [
  "\\",
  "%",
  "&",
  "#",
  ";",
  "u",
  "0",
  "4",
  "1",
  "x",
  "a",
  "Z",
  "<",
  '"',
  "'",
  "+",
  "/",
  "=",
  " ",
  "\n",
  "é",
  "€",
  "😀",
];
const character = fc.constantFrom(...CHARACTERS);
const hex = (code: number, width: number): string => code.toString(16).padStart(width, "0");
const units = (text: string): number[] => Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));

/** The ways to write one character. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) =>
    units(text)
      .map((unit) => `\\u${hex(unit, 4)}`)
      .join(""),
  (text) =>
    units(text)
      .map((unit) => `\\\\\\u${hex(unit, 4).toUpperCase()}`)
      .join(""),
  (text) => [...Buffer.from(text)].map((byte) => `%${hex(byte, 2)}`).join(""),
  (text) => [...Buffer.from(text)].map((byte) => `%${hex(byte, 2).toUpperCase()}`).join(""),
  (text) => `&#${text.codePointAt(0)};`,
  (text) => `&#00${text.codePointAt(0)};`,
  (text) => `&#x${hex(text.codePointAt(0) ?? 0, 1)};`,
  (text) => `&#X0${hex(text.codePointAt(0) ?? 0, 1).toUpperCase()};`,
  (text) => ({ "&": "&amp;", "<": "&lt;", '"': "&quot;", "'": "&apos;" })[text] ?? text,
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(JSON.stringify(text)).slice(3, -3),
  (text) => (/[\s\\]/.test(text) ? text : `\\${text}`),
  (text) => (text === "\n" || text === " " ? "+" : text),
  (text) => (text === "\n" ? "\\r\\n" : text),
];

const secret = fc.oneof(
  fc.string({ unit: character, minLength: 8, maxLength: 40 }),
  fc.string({ unit: fc.constantFrom("a", "1", "-", "\\", "%"), minLength: 8, maxLength: 20 }),
  fc.string({ unit: character, minLength: 90, maxLength: 260 }),
  fc.string({ unit: "binary", minLength: 6, maxLength: 12 }),
);

/** A text with some of the secrets in it, in any form, whole or cut, beside other text. */
function textOf(secrets: readonly string[]): fc.Arbitrary<string> {
  const choice = fc.record({ secret: fc.constantFrom(...secrets), from: fc.nat(300), to: fc.nat(300) });
  const cut = fc.tuple(choice, fc.boolean()).map(([{ secret: whole, from, to }, isCut]) => {
    const characters = Array.from(whole);
    return isCut ? characters.slice(from % (characters.length + 1), to % (characters.length + 1)) : characters;
  });
  const mixed = fc
    .tuple(cut, fc.infiniteStream(fc.constantFrom(...ENCODINGS)))
    .map(([characters, encodings]) => characters.map((one) => encodings.next().value(one)).join(""));
  const alike = fc
    .tuple(cut, fc.constantFrom(...ENCODINGS))
    .map(([characters, encode]) => characters.map((one) => encode(one)).join(""));
  const base64 = fc
    .tuple(cut, fc.string({ maxLength: 3 }), fc.constantFrom("base64", "base64url"))
    .map(([characters, before, form]) =>
      Buffer.from(before + characters.join("")).toString(form === "base64" ? form : "base64url"),
    );
  const other = fc.string({ unit: character, maxLength: 12 });
  return fc.array(fc.oneof(mixed, alike, base64, other), { maxLength: 6 }).map((parts) => parts.join(""));
}

describe("one search for all secrets", () => {
  it("takes out exactly what a search for each of them takes out", () => {
    let changed = 0;
    const cases = fc
      .array(secret, { minLength: 1, maxLength: 6 })
      .chain((secrets) => fc.tuple(fc.constant(secrets), textOf(secrets)));
    const check = fc.check(
      fc.property(cases, ([secrets, text]) => {
        const expected = redactOneByOne(secrets, text);
        if (expected !== text) changed += 1;
        return createRedaction(secrets).redact(text) === expected;
      }),
      { numRuns: RUNS },
    );
    expect(fc.defaultReportMessage(check)).toBeUndefined();
    // The texts do hold secrets.
    expect(changed).toBeGreaterThan(RUNS / 3);
  });

  it.each(ENCODINGS.map((encode, number) => [number, encode] as const))(
    "finds every window in encoding %i",
    (_number, encode) => {
      for (const known of ["abcdefgh", "a&b<c>d\"e'f", "éé€😀éüöä", "😀😀😀😀😀", "%41%42%43", "&amp;&#65;"]) {
        const text = `before ${Array.from(known, encode).join("")} after`;
        expect(createRedaction([known]).redact(text)).toBe(redactOneByOne([known], text));
        expect(createRedaction([known]).redact(text)).not.toBe(text);
      }
    },
  );

  it.each([
    ["of backslashes alone", ["\\".repeat(9)], (text: string) => JSON.stringify(text)],
    ["whose window may not start within a character", ["😀abcdefgh", "😀abcdefghi"], encodeURIComponent],
  ])("finds secrets %s", (_what, secrets, encode) => {
    const text = `before ${encode(secrets.at(-1) ?? "")} after`;
    expect(createRedaction(secrets).redact(text)).toBe(redactOneByOne(secrets, text));
    expect(createRedaction(secrets).redact(text)).toMatch(/^before "?\(secret\)"? after$/);
  });

  it("finds secrets that all begin and end alike", () => {
    const secrets = Array.from({ length: 50 }, (_, index) => `the-same-prefix-${index + 10}-the-same-suffix`);
    const { add, redact } = createRedaction([]);
    add(secrets);
    for (const one of secrets) expect(redact(`a ${one} b ${encodeURIComponent(one)}`)).toBe("a (secret) b (secret)");
    expect(redact("the-same-prefix-99-the-same-suffix")).toBe("the-same-prefix-99-the-same-suffix");
  });
});
