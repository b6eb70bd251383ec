import { base64Forms, textsInBase64 } from "./base64-text.ts";
import { decode, endOf, type DecodedText } from "./decoded-text.ts";

/** A place in a text that must not be shown. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

type Test = (secret: string) => boolean;

/** What a text was found in: it bounds how deep the search goes. */
type Layer = "text" | "escapes" | "base64";

/**
 * Finds secrets in a text, whatever program wrote them: as they are, in a URL, in JSON or in base64. The time grows with the text, and
 * hardly with the number of secrets.
 */
export interface SecretSearch {
  readonly add: (secret: string) => void;
  /** The places that start before `length`, in order. */
  readonly find: (text: string, length: number, isHidden: Test) => readonly Place[];
}

export function createSecretSearch(): SecretSearch {
  const tables = {
    exact: createPatternTable(),
    plain: createPatternTable(),
    base64: createPatternTable(),
  };
  let longest = 0;
  let needsExact = false;

  function add(secret: string): void {
    for (const [reading, units] of formsOf(secret)) {
      longest = Math.max(longest, units.length);
      if (units.length >= KEY) addPattern(tables[reading], { secret, units, borders: undefined });
      // It is hardly more than escapes.
      else needsExact = true;
    }
  }

  function find(text: string, length: number, isHidden: Test, layer: Layer = "text"): Place[] {
    // A decoded text lacks what an escape has swallowed, such as the first letters of a secret after a `%`.
    const [hasPercent, backslash] = [text.includes("%"), text.includes("\\")];
    const readings = [
      ...(needsExact || hasPercent || backslash ? [{ reading: "exact", backslash } as const] : []),
      // A text that is no JSON, such as the query of a URL, may have backslashes.
      ...(backslash ? [{ reading: "plain", backslash: false } as const] : []),
      { reading: "plain", backslash },
      { reading: "base64", backslash },
    ] as const;
    const places =
      layer === "escapes"
        ? []
        : [
            ...(PERCENT_ESCAPED.test(text) ? findWithin(text, length, isHidden, { backslash: false }) : []),
            ...(BACKSLASH_ESCAPED.test(text) ? findWithin(text, length, isHidden, { percent: false }) : []),
          ];
    for (const { reading, backslash: isEscape } of readings) {
      const isBase64 = reading === "base64" && layer === "text";
      const more = isBase64 ? longest * LONGEST_IN_BASE64 : longest;
      const decoded = decode(text, reading, { length, more, backslash: isEscape });
      if (isBase64) for (const place of findInBase64(text, decoded, length, isHidden)) places.push(place);
      for (const { first, last } of matchesIn(decoded, tables[reading], isHidden)) {
        const start = decoded.starts[first] ?? 0;
        if (start < length) places.push({ start, end: endOf(text, decoded.starts[last] ?? 0, reading) });
      }
    }
    return places.toSorted((a, b) => a.start - b.start);
  }

  /** Of JSON in JSON or in a URL, and the like. */
  function findWithin(
    text: string,
    length: number,
    isHidden: Test,
    kept: { readonly percent?: false; readonly backslash?: false },
  ): Place[] {
    const { units, count, starts } = decode(text, "decoded", { length, more: longest * LONGEST_ESCAPE, ...kept });
    const end = starts.subarray(0, count).findIndex((start) => start >= length);
    const inner = Buffer.from(units.buffer, 0, count * 2).toString("utf16le");
    return find(inner, end === -1 ? inner.length : end, isHidden, "escapes").map((place) => ({
      start: starts[place.start] ?? 0,
      end: endOf(text, starts[place.end - 1] ?? 0, "decoded"),
    }));
  }

  /** Searches what base64 holds, such as a URL, JSON or other base64. */
  function* findInBase64(text: string, read: DecodedText, length: number, isHidden: Test): Generator<Place> {
    for (const inner of textsInBase64(read)) {
      for (const place of find(inner.text, inner.text.length, isHidden, "base64")) {
        const start = read.starts[inner.firsts[place.start] ?? 0] ?? 0;
        const last = read.starts[inner.lasts[place.end - 1] ?? 0] ?? 0;
        if (start < length) yield { start, end: endOf(text, last, "base64") };
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
/** Of that escape in base64. */
const LONGEST_IN_BASE64 = 12;

/** A secret as each reading sees it, in all forms. */
function formsOf(given: string): (readonly ["exact" | "plain" | "base64", Uint16Array])[] {
  return [...new Set([given, given.toWellFormed()])].flatMap((secret) => {
    // What looks like an escape in the secret is one for the reading, unless its writer has escaped it.
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

/** A secret as a reading sees it. */
interface Pattern {
  readonly secret: string;
  readonly units: Uint16Array;
  /** For each start of the pattern, the length of its longest end that is a start too. Made when it is first needed. */
  borders: Uint32Array | undefined;
}

/** Characters by which a pattern is looked up. A secret has eight, but escapes and line ends in it may be fewer. */
const KEY = 6;
const BASE = 31;
const HIGHEST = BASE ** KEY;
const BUCKETS = 0x40_00;

/** Patterns by a hash of their first characters. */
interface PatternTable {
  readonly byHash: Map<number, Pattern[]>;
  /** Nearly every place of a text starts none: a small table says so. */
  readonly isFilled: Uint8Array;
}

function createPatternTable(): PatternTable {
  return { byHash: new Map(), isFilled: new Uint8Array(BUCKETS) };
}

function addPattern({ byHash, isFilled }: PatternTable, pattern: Pattern): void {
  const hash = pattern.units.subarray(0, KEY).reduce((sum, unit) => (Math.imul(sum, BASE) + unit) | 0, 0);
  const others = byHash.get(hash);
  if (others === undefined) byHash.set(hash, [pattern]);
  else others.push(pattern);
  isFilled[bucketOf(hash)] = 1;
}

function bucketOf(hash: number): number {
  return (hash ^ (hash >>> 14)) & (BUCKETS - 1);
}

/** Places of its first and last character in the decoded text. */
interface Match {
  readonly first: number;
  last: number;
}

function matchesIn(text: DecodedText, { byHash, isFilled }: PatternTable, isHidden: Test): Match[] {
  const { count, units } = text;
  const matches: Match[] = [];
  const searchedUntil = new Map<Pattern, number>();
  let hash = 0;
  for (let index = 0; index < count; index += 1) {
    hash = (Math.imul(hash, BASE) + (units[index] ?? 0)) | 0;
    const first = index - KEY + 1;
    if (first > 0) hash = (hash - Math.imul(units[first - 1] ?? 0, HIGHEST)) | 0;
    if (first < 0 || isFilled[bucketOf(hash)] === 0) continue;
    for (const pattern of byHash.get(hash) ?? []) {
      if (first < (searchedUntil.get(pattern) ?? 0)) continue;
      if (startsAt(text, first, pattern) && isHidden(pattern.secret))
        searchedUntil.set(pattern, collect(text, first, pattern, matches));
    }
  }
  return matches;
}

/** Most characters that are compared before a pattern is searched for with care. */
const QUICK = 32;

function startsAt({ units, count }: DecodedText, first: number, { units: wanted }: Pattern): boolean {
  if (first + wanted.length > count) return false;
  for (let index = 0; index < QUICK && index < wanted.length; index += 1) {
    if (units[first + index] !== wanted[index]) return false;
  }
  return true;
}

/**
 * Adds the matches of a pattern, from one place to where none can have begun. Returns that place. Compares each character once, however the
 * pattern repeats itself (Knuth, Morris and Pratt). Matches that overlap are one.
 */
function collect({ units, count }: DecodedText, from: number, pattern: Pattern, matches: Match[]): number {
  const wanted = pattern.units;
  const size = wanted.length;
  const borders = (pattern.borders ??= bordersOf(wanted));
  let matched = 0;
  let match: Match | undefined;
  for (let last = from; last < count; last += 1) {
    if (matched === size) matched = borders[matched - 1] ?? 0;
    while (matched > 0 && units[last] !== wanted[matched]) matched = borders[matched - 1] ?? 0;
    if (units[last] === wanted[matched]) matched += 1;
    if (matched === 0) return last + 1;
    if (matched < size) continue;
    const first = last - size + 1;
    if (match !== undefined && first <= match.last) match.last = last;
    else matches.push((match = { first, last }));
  }
  return count;
}

function bordersOf(wanted: Uint16Array): Uint32Array {
  const borders = new Uint32Array(wanted.length);
  let matched = 0;
  for (let index = 1; index < wanted.length; index += 1) {
    while (matched > 0 && wanted[index] !== wanted[matched]) matched = borders[matched - 1] ?? 0;
    if (wanted[index] === wanted[matched]) matched += 1;
    borders[index] = matched;
  }
  return borders;
}
