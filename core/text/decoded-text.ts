/**
 * How a text is read. `exact`: as it is. `decoded`: without its escapes. `plain`: decoded, and all white space is alike. `base64`: decoded,
 * without white space, and both alphabets are alike.
 */
export type Decoding = "exact" | "decoded" | "plain" | "base64";

/** A text as a reading sees it. */
export interface DecodedText {
  /** How many characters it has (UTF-16 units). The lists may be longer. */
  readonly count: number;
  readonly units: Uint16Array;
  /** Where each character starts in the text. */
  readonly starts: Uint32Array;
}

interface Options {
  /** Characters of the text to read. Default: all. */
  readonly length?: number;
  /** Decoded characters to read after those. Default: 0. */
  readonly more?: number;
  /** Decode `%XX`, of UTF-8. Default: true. */
  readonly percent?: boolean;
  /** Decode the escapes of JSON, whichever characters its writer escapes. Default: true. */
  readonly backslash?: boolean;
}

const SPACE = 32;
const LINE_FEED = 10;
const RETURN = 13;
const PERCENT = 37;
const BACKSLASH = 92;
/** It is not seen. */
const DROPPED = -1;
/** It depends on other characters what is seen. */
const SPECIAL = -2;

/** ASCII characters as a reading sees them. In the query of a URL, a space is a plus. */
const SEEN: Readonly<Record<Decoding, Int32Array>> = {
  exact: asciiTable({}),
  decoded: asciiTable({ "%": SPECIAL, "\\": SPECIAL }),
  plain: asciiTable({ "\t": SPACE, "\r": SPACE, "+": SPACE, "\n": SPECIAL, "%": SPECIAL, "\\": SPECIAL }),
  base64: asciiTable({
    "\t": DROPPED,
    "\r": DROPPED,
    "\n": DROPPED,
    " ": DROPPED,
    "%": SPECIAL,
    "\\": SPECIAL,
    "-": 43,
    _: 47,
  }),
};

function asciiTable(changed: Readonly<Record<string, number>>): Int32Array {
  const table = Int32Array.from(Array(128).keys());
  for (const [character, seen] of Object.entries(changed)) table[character.charCodeAt(0)] = seen;
  return table;
}

export function decode(
  text: string,
  reading: Decoding,
  { length = text.length, more = 0, percent = true, backslash = true }: Options = {},
): DecodedText {
  const table = SEEN[reading];
  const size = Math.min(text.length, length + more);
  const units = new Uint16Array(size);
  const starts = new Uint32Array(size);
  let count = 0;
  let limit = size;
  let previous = 0;
  const add = (unit: number, start: number): void => {
    const seen = unit < 128 ? (table[unit] ?? unit) : unit;
    const isLineEnd = reading === "plain" && unit === LINE_FEED;
    if (seen === DROPPED || (isLineEnd && previous === RETURN)) return;
    units[count] = isLineEnd ? SPACE : seen === SPECIAL ? unit : seen;
    starts[count] = start;
    count += 1;
  };
  for (let at = 0; at < text.length && count < limit;) {
    if (at >= length) limit = Math.min(limit, count + more);
    const unit = text.charCodeAt(at);
    const seen = unit < 128 ? (table[unit] ?? unit) : unit;
    if (seen >= 0) {
      units[count] = seen;
      starts[count] = at;
      count += 1;
      previous = unit;
      at += 1;
      continue;
    }
    const isEscape = unit === PERCENT ? percent : unit === BACKSLASH && backslash;
    const { point, end } = (isEscape ? escapeAt(text, at) : undefined) ?? { point: unit, end: at + 1 };
    if (point > 0xff_ff) {
      add(0xd7_c0 + (point >> 10), at);
      add(0xdc_00 + (point & 0x3_ff), at);
    } else add(point, at);
    previous = point;
    at = end;
  }
  return { count, units, starts };
}

/** Where the character ends that starts at a place of a text. */
export function endOf(text: string, start: number, reading: Decoding): number {
  return (reading === "exact" ? undefined : escapeAt(text, start)?.end) ?? start + 1;
}

interface Escape {
  /** The number of the character. */
  readonly point: number;
  readonly end: number;
}

function escapeAt(text: string, at: number): Escape | undefined {
  const unit = text.charCodeAt(at);
  if (unit === PERCENT) return percentAt(text, at);
  if (unit !== BACKSLASH) return undefined;
  const letter = text.charAt(at + 1);
  if (letter === "u") {
    const point = hexAt(text, at + 2, 4);
    return point === undefined ? undefined : { point, end: at + 6 };
  }
  const meant = MEANT.get(letter);
  return meant === undefined ? undefined : { point: meant.charCodeAt(0), end: at + 2 };
}

/** The meaning of a character after a backslash. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ...['"', "'", "/", "\\"].map((each) => [each, each] as const),
  ...Object.entries({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" }),
]);

/** A byte that is not UTF-8 is a character of Latin-1. */
function percentAt(text: string, at: number): Escape | undefined {
  const first = byteAt(text, at);
  if (first === undefined) return undefined;
  const following = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0;
  let point = following === 0 ? first : first & (0x3f >> following);
  for (let index = 1; index <= following; index += 1) {
    const byte = byteAt(text, at + 3 * index) ?? 0;
    if (byte >> 6 !== 0b10) return { point: first, end: at + 3 };
    point = (point << 6) | (byte & 0x3f);
  }
  return point > 0x10_ff_ff ? { point: first, end: at + 3 } : { point, end: at + 3 * (following + 1) };
}

function byteAt(text: string, at: number): number | undefined {
  return text.charCodeAt(at) === PERCENT ? hexAt(text, at + 1, 2) : undefined;
}

/** A hexadecimal number of so many digits. */
function hexAt(text: string, at: number, digits: number): number | undefined {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const unit = text.charCodeAt(index);
    const letter = unit | 32;
    if (unit >= 48 && unit <= 57) value = value * 16 + unit - 48;
    else if (letter >= 97 && letter <= 102) value = value * 16 + letter - 87;
    else return undefined;
  }
  return value;
}
