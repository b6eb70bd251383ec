import { base64Forms, textsInBase64 } from "./base64-text.ts";
import { decode, endOf, type DecodedText } from "./decoded-text.ts";
import { addPattern, createPatternTable, KEY, matchesIn } from "./pattern-table.ts";
import type { HiddenPart } from "./user-info.ts";

type Test = (secret: string) => boolean;

/** The surroundings of a text: they bound how deep the search goes. */
type Layer = "text" | "escapes" | "base64";

/**
 * Finds secrets in a text, whatever program wrote them: as they are, in a URL, in JSON or in base64. The time grows with the text, and
 * hardly with the number of secrets.
 */
export interface SecretSearch {
  readonly add: (secret: string) => void;
  /** The places that start before `length`, in order. */
  readonly find: (text: string, length: number, isHidden: Test) => readonly HiddenPart[];
}

export function createSecretSearch(): SecretSearch {
  const tables = {
    exact: createPatternTable(),
    plain: createPatternTable(),
    base64: createPatternTable(),
  };
  let longest = 0;
  let shortest = Number.POSITIVE_INFINITY;
  let needsExact = false;

  function add(secret: string): void {
    for (const [reading, units] of formsOf(secret)) {
      longest = Math.max(longest, units.length);
      shortest = Math.min(shortest, units.length);
      if (units.length >= KEY) addPattern(tables[reading], { secret, units, borders: undefined });
      // It is hardly more than escapes.
      else needsExact = true;
    }
  }

  function find(text: string, length: number, isHidden: Test, layer: Layer = "text"): HiddenPart[] {
    // No encoding is shorter than what it stands for.
    if (text.length < shortest) return [];
    // A decoded text lacks what an escape has swallowed, such as the first letters of a secret after a `%`.
    const [hasPercent, backslash] = [text.includes("%"), text.includes("\\")];
    const readings = [
      ...(needsExact || hasPercent || backslash ? [{ reading: "exact", backslash, percent: true } as const] : []),
      // A text that is no JSON, such as the query of a URL, may have backslashes.
      ...(backslash ? [{ reading: "plain", backslash: false, percent: true } as const] : []),
      // A `%` may stand right before a secret that has escapes of JSON, or before base64.
      ...(hasPercent ? [{ reading: "plain", backslash, percent: false } as const] : []),
      ...(hasPercent ? [{ reading: "base64", backslash, percent: false } as const] : []),
      ...(backslash ? [{ reading: "base64", backslash: false, percent: true } as const] : []),
      { reading: "plain", backslash, percent: true },
      { reading: "base64", backslash, percent: true },
    ] as const;
    const budget = { steps: MOST_STEPS * (text.length + LEAST_LENGTH) };
    const places =
      layer === "escapes"
        ? []
        : [
            ...(PERCENT_ESCAPED.test(text) ? findWithin(text, length, isHidden, { backslash: false }) : []),
            ...(BACKSLASH_ESCAPED.test(text) ? findWithin(text, length, isHidden, { percent: false }) : []),
          ];
    for (const { reading, backslash: isEscape, percent } of readings) {
      const isBase64 = reading === "base64" && layer === "text";
      const more = isBase64 ? longest * LONGEST_IN_BASE64 : longest;
      const decoded = decode(text, reading, { length, more, backslash: isEscape, percent });
      if (isBase64) for (const place of findInBase64(text, decoded, length, isHidden)) places.push(place);
      for (const { first, last } of matchesIn(decoded, tables[reading], isHidden, budget)) {
        const start = decoded.starts[first] ?? 0;
        if (start < length) places.push({ start, end: endOf(text, decoded.starts[last] ?? 0, reading) });
      }
    }
    if (budget.steps < 0) return [{ start: 0, end: text.length }];
    return places.toSorted((a, b) => a.start - b.start);
  }

  /** Covers JSON in JSON or in a URL, and the like. */
  function findWithin(
    text: string,
    length: number,
    isHidden: Test,
    kept: { readonly percent?: false; readonly backslash?: false },
  ): HiddenPart[] {
    const { units, count, starts } = decode(text, "decoded", { length, more: longest * LONGEST_ESCAPE, ...kept });
    const end = starts.subarray(0, count).findIndex((start) => start >= length);
    const inner = Buffer.from(units.buffer, 0, count * 2).toString("utf16le");
    return find(inner, end === -1 ? inner.length : end, isHidden, "escapes").map((place) => ({
      start: starts[place.start] ?? 0,
      end: endOf(text, starts[place.end - 1] ?? 0, "decoded"),
    }));
  }

  /** Searches what base64 holds, such as a URL, JSON or other base64: a part after the other, which bounds the memory. */
  function* findInBase64(text: string, read: DecodedText, length: number, isHidden: Test): Generator<HiddenPart> {
    const overlap = longest * LONGEST_IN_BASE64;
    const size = Math.max(PART_OF_BASE64, overlap);
    for (let from = 0; from < read.count; from += size) {
      const units = read.units.subarray(from, Math.min(from + size + overlap, read.count));
      for (const inner of textsInBase64({ units, count: units.length })) {
        for (const place of find(inner.text, inner.text.length, isHidden, "base64")) {
          const start = read.starts[from + (inner.firsts[place.start] ?? 0)] ?? 0;
          const last = read.starts[from + (inner.lasts[place.end - 1] ?? 0)] ?? 0;
          if (start < length) yield { start, end: endOf(text, last, "base64") };
        }
      }
    }
  }

  return { add, find };
}

/** Escapes of what begins an escape. */
const PERCENT_ESCAPED = /%(?:25|5c)/i;
const BACKSLASH_ESCAPED = /\\\\|\\u00(?:25|5c)/i;
/** Characters of the longest escape of one: `%XX` of three bytes. */
const LONGEST_ESCAPE = 9;
/** Characters of that escape when it is written in base64. */
const LONGEST_IN_BASE64 = 12;
/** Characters of base64 that are decoded at once. */
const PART_OF_BASE64 = 0x4_00_00;
/** Comparisons for each character of a text, and for each text. What takes more, such as a thousand secrets that begin alike, is hidden as a whole. */
const MOST_STEPS = 128;
const LEAST_LENGTH = 10_000;

/** A secret as each reading sees it, in all forms. */
function formsOf(given: string): (readonly ["exact" | "plain" | "base64", Uint16Array])[] {
  return [...new Set([given, given.toWellFormed()])].flatMap((secret) => {
    // The reading takes what looks like an escape in the secret for one, unless its writer has escaped it.
    const plain = bothIf(secret.includes("%")).flatMap((percent) =>
      bothIf(secret.includes("\\")).map((backslash) => unitsOf(secret, "plain", { percent, backslash })),
    );
    return [
      ["exact", unitsOf(secret, "exact")] as const,
      ...plain.map((units) => ["plain", units] as const),
      ...base64Forms(secret).map((form) => ["base64", unitsOf(form, "base64")] as const),
    ];
  });
}

function bothIf(isPossible: boolean): boolean[] {
  return isPossible ? [true, false] : [false];
}

function unitsOf(...given: Parameters<typeof decode>): Uint16Array {
  const { units, count } = decode(...given);
  return units.slice(0, count);
}
