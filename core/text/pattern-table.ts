import type { DecodedText } from "./decoded-text.ts";

/* Finds many patterns in a text at once. */

/** A secret as a reading sees it. */
interface Pattern {
  readonly secret: string;
  readonly units: Uint16Array;
  /** For each start of the pattern, the length of its longest end that is a start too. Made when it is first needed. */
  borders: Uint32Array | undefined;
}

/** Characters by which a pattern is looked up. A secret has eight, but escapes and line ends in it may be fewer. */
export const KEY = 6;
const BASE = 31;
const HIGHEST = BASE ** KEY;
const BUCKETS = 0x40_00;

/** Patterns by a hash of their first characters. */
export interface PatternTable {
  readonly byHash: Map<number, Pattern[]>;
  /** Nearly every place of a text starts none: a small table says so. */
  readonly isFilled: Uint8Array;
}

export function createPatternTable(): PatternTable {
  return { byHash: new Map(), isFilled: new Uint8Array(BUCKETS) };
}

export function addPattern({ byHash, isFilled }: PatternTable, pattern: Pattern): void {
  const hash = pattern.units.subarray(0, KEY).reduce((sum, unit) => (Math.imul(sum, BASE) + unit) | 0, 0);
  const others = byHash.get(hash);
  if (others === undefined) byHash.set(hash, [pattern]);
  else others.push(pattern);
  isFilled[(hash ^ (hash >>> 14)) & (BUCKETS - 1)] = 1;
}

/** Places of its first and last character in the decoded text. */
interface Match {
  readonly first: number;
  last: number;
}

/** `budget`: how many comparisons are left. Ends when there are none. */
export function matchesIn(
  text: DecodedText,
  { byHash, isFilled }: PatternTable,
  isHidden: (secret: string) => boolean,
  budget: { steps: number },
): Match[] {
  const { count, units } = text;
  const matches: Match[] = [];
  const searchedUntil = new Map<Pattern, number>();
  let hash = 0;
  for (let index = 0; index < count; index += 1) {
    hash = (Math.imul(hash, BASE) + (units[index] ?? 0)) | 0;
    const first = index - KEY + 1;
    if (first > 0) hash = (hash - Math.imul(units[first - 1] ?? 0, HIGHEST)) | 0;
    if (first < 0 || isFilled[(hash ^ (hash >>> 14)) & (BUCKETS - 1)] === 0) continue;
    for (const pattern of byHash.get(hash) ?? []) {
      budget.steps -= QUICK;
      if (budget.steps < 0) return matches;
      if (first < (searchedUntil.get(pattern) ?? 0)) continue;
      if (!startsAt(text, first, pattern) || !isHidden(pattern.secret)) continue;
      const until = collect(text, first, pattern, matches);
      budget.steps -= until - first;
      searchedUntil.set(pattern, until);
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
