import type { DecodedText } from "./decoded-text.ts";

/** A text that base64 in another text holds. */
export interface InnerText {
  readonly text: string;
  /** For each unit of the text, the places of the first and the last character of base64 that make it. */
  readonly firsts: Uint32Array;
  readonly lasts: Uint32Array;
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** A bit that no six bits have: the character is not of base64. */
const OTHER = 64;
const VALUES = new Uint8Array(128).fill(127);
for (let value = 0; value < ALPHABET.length; value += 1) VALUES[ALPHABET.charCodeAt(value)] = value;

/** A shorter text holds no secret. It also drops nearly all that is no base64 but looks like it, such as words. */
const FEWEST = 8;
/** Stands after each text, so that no secret is found in two together. */
const BETWEEN = 0xff_ff;

/**
 * The texts in base64, of the reading "base64". Where its groups of four characters begin is not known, such as in the path of a URL, so each
 * of the four places is tried: at a wrong one, hardly any bytes are text.
 */
export function* textsInBase64({ units, count }: Pick<DecodedText, "units" | "count">): Generator<InnerText> {
  if (count < FEWEST) return;
  const values = new Uint8Array(count + 4).fill(OTHER);
  for (let at = 0; at < count; at += 1) values[at] = VALUES[Math.min(units[at] ?? 0, 127)] ?? 0;
  const bytes = new Uint8Array(count);
  for (let place = 0; place < 4; place += 1) {
    const runs = runsOfText(bytes, bytesFrom(values, count, place, bytes));
    if (runs.length > 0) yield textOf(runs, bytes, place);
  }
}

/** Decodes from a place. Where the text is no base64, bytes are 0, which is no text. Returns how many bytes there are. */
function bytesFrom(values: Uint8Array, count: number, place: number, bytes: Uint8Array): number {
  let size = 0;
  for (let at = place; at + 1 < count; at += 4) {
    const a = values[at] ?? 0;
    const b = values[at + 1] ?? 0;
    const c = values[at + 2] ?? 0;
    const d = values[at + 3] ?? 0;
    bytes[size] = (a | b) & OTHER ? 0 : (a << 2) | (b >> 4);
    bytes[size + 1] = (b | c) & OTHER ? 0 : (b << 4) | (c >> 2);
    bytes[size + 2] = (c | d) & OTHER ? 0 : (c << 6) | d;
    size += 3;
  }
  return size;
}

/** Bits of a step: how many bytes the character still lacks (0 to 3), whether the text goes on, whether this byte is text. */
const LACKS = 3;
const GOES_ON = 4;
const IS_TEXT = 8;
/** The state after a byte of UTF-8, by how many bytes the character before it still lacks. */
const STEPS = stepsOfUtf8();

function stepsOfUtf8(): Uint8Array {
  const steps = new Uint8Array(4 * 256);
  for (let index = 0; index < steps.length; index += 1) {
    const [lacks, byte] = [index >> 8, index & 0xff];
    const isContinuation = byte >> 6 === 0b10;
    const isCharacter = byte >= 0x20 ? byte < 0xf5 : byte === 9 || byte === 10 || byte === 13;
    const follow = byte < 0xc0 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
    if (isContinuation) steps[index] = lacks > 0 ? (lacks - 1) | GOES_ON | IS_TEXT : 0;
    else if (isCharacter) steps[index] = follow | (lacks === 0 ? GOES_ON : 0) | IS_TEXT;
  }
  return steps;
}

/** Where each text begins and ends in the bytes. Counts without a branch, as most bytes of what is no base64 end a text. */
function runsOfText(bytes: Uint8Array, size: number): Run[] {
  const runs: Run[] = [];
  let length = 0;
  let step = 0;
  for (let at = 0; at < size; at += 1) {
    step = STEPS[((step & LACKS) << 8) | (bytes[at] ?? 0)] ?? 0;
    length = (length & -((step & GOES_ON) >> 2)) + (step >> 3);
    if (length < FEWEST) continue;
    const begin = at + 1 - length;
    const last = length === FEWEST ? undefined : runs.at(-1);
    if (last === undefined) runs.push({ begin, end: at + 1 });
    else last.end = at + 1;
  }
  return runs;
}

interface Run {
  readonly begin: number;
  end: number;
}

function textOf(runs: readonly Run[], bytes: Uint8Array, place: number): InnerText {
  const most = runs.reduce((sum, { begin, end }) => sum + end - begin + 1, 0);
  const units = new Uint16Array(most);
  const firsts = new Uint32Array(most);
  const lasts = new Uint32Array(most);
  let size = 0;
  /** The first character that a byte is made of. */
  const characterOf = (byte: number): number => place + Math.floor(byte / 3) * 4 + (byte % 3);
  for (const { begin, end } of runs) {
    for (let at = begin; at < end;) {
      const { point, length } = pointAt(bytes, at);
      // The last character may be broken off.
      if (at + length > end) break;
      for (const unit of point > 0xff_ff ? [0xd7_c0 + (point >> 10), 0xdc_00 + (point & 0x3_ff)] : [point]) {
        units[size] = unit;
        firsts[size] = characterOf(at);
        lasts[size] = characterOf(at + length - 1) + 1;
        size += 1;
      }
      at += length;
    }
    units[size] = BETWEEN;
    lasts[size] = lasts[size - 1] ?? 0;
    size += 1;
  }
  return { text: Buffer.from(units.buffer, 0, size * 2).toString("utf16le"), firsts, lasts };
}

function pointAt(bytes: Uint8Array, at: number): { readonly point: number; readonly length: number } {
  const first = bytes[at] ?? 0;
  const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  let point = length === 1 ? first : first & (0x7f >> length);
  for (let index = 1; index < length; index += 1) point = (point << 6) | ((bytes[at + index] ?? 0) & 0x3f);
  return { point, length };
}

/** Base64 of the secret, alone or within a longer text. Three bytes become four characters, so there are three alignments. */
export function base64Forms(secret: string): string[] {
  return [Buffer.from(secret), ...latin1Forms(secret)].flatMap((bytes) =>
    [0, 1, 2].map((offset) => {
      const text = Buffer.concat([Buffer.alloc(offset), bytes])
        .toString("base64")
        .replaceAll("=", "");
      // Drop characters that share bits with the bytes before or after.
      const end = (bytes.length + offset) % 3 === 0 ? text.length : text.length - 1;
      return text.slice([0, 2, 3][offset], end);
    }),
  );
}

/**
 * The secret in bytes of Latin-1, as `btoa` takes it, where they differ from UTF-8: also in JSON and with other line ends, because the texts in
 * base64 are read as UTF-8 only. Nearly any bytes are text of Latin-1, so to search that too would take several times as long.
 */
function latin1Forms(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, "latin1");
  if (bytes.toString("latin1") !== secret || bytes.equals(Buffer.from(secret))) return [];
  const json = JSON.stringify(secret).slice(1, -1);
  const lines = secret.replaceAll("\r\n", "\n");
  const written = [secret, lines, lines.replaceAll("\n", "\r\n"), json, json.replaceAll("/", String.raw`\/`)];
  return [...new Set(written)].map((text) => Buffer.from(text, "latin1"));
}
