/** What an escape in a text stands for, and where the text goes on. */
export interface Reading {
  /** UTF-16 code units. */
  readonly units: string;
  readonly end: number;
}

/** The entities of HTML that have a name, by their character. */
export const ENTITY_NAMES: Readonly<Record<string, string>> = {
  "&": "amp",
  "<": "lt",
  ">": "gt",
  '"': "quot",
  "'": "apos",
};
const CHARACTERS = new Map(Object.entries(ENTITY_NAMES).map(([character, name]) => [name, character]));
const ENTITY = /&(?:#(?:0*(\d{1,7})|[xX]0*([0-9a-fA-F]{1,6}))|(amp|lt|gt|quot|apos));/y;
const HEX_4 = /u([0-9a-fA-F]{4})/y;

/** The entity of HTML that starts here. */
export function ampersandAt(text: string, start: number): Reading | undefined {
  ENTITY.lastIndex = start;
  const [all, decimal, hexadecimal, name] = ENTITY.exec(text) ?? [];
  if (all === undefined) return undefined;
  const units = name === undefined ? characterOf(decimal, hexadecimal) : CHARACTERS.get(name);
  return units === undefined ? undefined : { units, end: start + all.length };
}

function characterOf(decimal: string | undefined, hexadecimal = ""): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}

/** `uXXXX`, after the backslash. */
export function unicodeAt(text: string, start: number): Reading | undefined {
  HEX_4.lastIndex = start;
  const [all, digits] = HEX_4.exec(text) ?? [];
  if (all === undefined || digits === undefined) return undefined;
  return { units: String.fromCharCode(Number.parseInt(digits, 16)), end: start + all.length };
}

/** The one character whose percent-encoded UTF-8 starts here. */
export function percentAt(text: string, start: number): Reading | undefined {
  const length = 3 * bytesOf(Number.parseInt(text.slice(start + 1, start + 3), 16));
  const bytes = text.slice(start, start + length);
  if (length === 0 || !/^(?:%[0-9a-fA-F]{2})+$/.test(bytes) || bytes.length < length) return undefined;
  try {
    return { units: decodeURIComponent(bytes), end: start + length };
  } catch {
    return undefined;
  }
}

/** Number of UTF-8 bytes of a character, by the first one. 0 if no character starts so. */
function bytesOf(first: number): number {
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return 2;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}
