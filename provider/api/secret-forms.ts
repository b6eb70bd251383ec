import { ENTITY_NAMES } from "./escapes.ts";

/*
 * The forms that a secret may take in a text of another program: JSON, JSON within JSON, a URL, a form, HTML, base64, one line
 * of a log, or letters in another case, as in a host name.
 */

/**
 * The backslashes before an escaped character: one in JSON, more in JSON within JSON. Bounded, so that a text of many
 * backslashes takes linear time.
 */
const ESCAPES = String.raw`\\{0,15}`;
const ESCAPE = String.raw`\\{1,15}`;

/** Any amount of any white space, because a log may fold it. */
const SPACE = `(?:[\\s\\p{Cc}]|${ESCAPE}[nrtfvb]|${ESCAPE}u00[0-2][0-9a-dA-D]|%[0-2][0-9a-dA-D]|\\+|&#(?:9|10|13|32|x9|x[aA]|x[dD]|x20);)+`;

/** Most characters of a secret in one pattern. The engine refuses much longer patterns. */
const MAX_CHARACTERS = 100;

/** White space at the ends of a secret does not belong to it. */
export interface SecretForms {
  /** Replaces the secret in a text, in each of its forms. */
  readonly remove: (text: string) => string;
  /** For a search of many secrets: see `add` of the index. `remove` changes no text without one of these. */
  readonly pieces: readonly (readonly string[])[];
}

export function formsOf(secret: string, replacement: string): SecretForms {
  const encoded = base64Forms(secret);
  const parts = piecesOf(secret);
  let patterns: Patterns | undefined;
  const remove = (text: string): string => {
    // Compiled for the first text that may hold it: most secrets are in no text.
    patterns ??= compile(parts.map(patternOf));
    // Replace a long secret as a whole, then the remaining pieces of one that was cut off.
    const whole = patterns.following.length > 0 ? withoutSequence(text, patterns, replacement) : text;
    const withoutPieces = patterns.pieces.reduce((rest, piece) => rest.replaceAll(piece, replacement), whole);
    return encoded.reduce((rest, form) => rest.replaceAll(form, replacement), withoutPieces);
  };
  return { remove, pieces: [...parts.map(runsOf), ...encoded.map((form) => [form])] };
}

interface Patterns {
  readonly pieces: readonly RegExp[];
  /** All pieces but the first. They match only at `lastIndex`. */
  readonly following: readonly RegExp[];
}

function compile(sources: readonly string[]): Patterns {
  return {
    pieces: sources.map((source) => new RegExp(source, "giu")),
    following: sources.slice(1).map((source) => new RegExp(source, "iyu")),
  };
}

/** Characters, white space and backslashes, one after the other. All pieces have about the same length: a short one would match by chance. */
function piecesOf(secret: string): string[][] {
  const parts = secret.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, "").match(/[\s\p{Cc}]+|\\+|./gsu) ?? [];
  const number = Math.ceil(parts.length / MAX_CHARACTERS);
  const length = Math.ceil(parts.length / number);
  return Array.from({ length: number }, (_, index) => parts.slice(index * length, (index + 1) * length));
}

function patternOf(piece: readonly string[]): string {
  return piece
    .map((part) => {
      if (/^[\s\p{Cc}]/u.test(part)) return SPACE;
      return part.startsWith("\\") ? backslashes(part) : character(part);
    })
    .join("");
}

/** The characters of a piece that follow each other without white space or a backslash, which have too many forms. */
function runsOf(piece: readonly string[]): string[] {
  return piece
    .map((part) => (/^[\s\p{Cc}\\]/u.test(part) || !part.isWellFormed() ? " " : part))
    .join("")
    .split(" ")
    .filter((run) => run !== "");
}

function withoutSequence(text: string, { pieces: [first], following }: Patterns, replacement: string): string {
  if (first === undefined) return text;
  first.lastIndex = 0;
  let clean = "";
  let taken = 0;
  for (let match = first.exec(text); match !== null; match = first.exec(text)) {
    let end = first.lastIndex;
    const isWhole = following.every((piece) => {
      piece.lastIndex = end;
      const follows = piece.test(text);
      if (follows) end = piece.lastIndex;
      return follows;
    });
    if (isWhole) {
      clean += text.slice(taken, match.index) + replacement;
      taken = end;
    }
    // Past the whole character: within a surrogate pair, a pattern with the u flag goes back and matches for ever.
    first.lastIndex = isWhole ? end : match.index + ((match[0].codePointAt(0) ?? 0) > 0xff_ff ? 2 : 1);
  }
  return clean + text.slice(taken);
}

/** A pattern for one character that is neither white space nor a backslash. */
function character(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  const units = [...Array(text.length).keys()].map((index) => `${ESCAPE}u${hex(text.charCodeAt(index), 4)}`);
  const bytes = [...new TextEncoder().encode(text.toWellFormed())].map((byte) => `%${hex(byte, 2)}`);
  const named = ENTITY_NAMES[text];
  // The plain form comes last, because `%` is also the start of its own URL form.
  return `(?:${[
    units.join(""),
    bytes.join(""),
    `&#(?:0*${code}|[xX]0*${hex(code, 1)});`,
    ...(named === undefined ? [] : [`&${named};`]),
    `${ESCAPES}${escape(text)}`,
  ].join("|")})`;
}

/** A pattern for at least as many backslashes: escaping doubles them. */
function backslashes({ length }: string): string {
  return `(?:\\\\|u005[cC]|%5[cC]|&#(?:92|[xX]5[cC]);){${length},${16 * length}}`;
}

/** Base64 of the secret, alone or within a longer text. Three bytes become four characters, so there are three alignments. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const within = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replaceAll("=", "");
    // Drop characters that share bits with the bytes before or after.
    const end = (bytes.length + offset) % 3 === 0 ? text.length : text.length - 1;
    return text.slice([0, 2, 3][offset], end);
  });
  const forms = within.filter((text) => text.length >= 8);
  return [...forms, ...forms.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** A pattern for a hexadecimal number, in upper or lower case. */
function hex(number: number, width: number): string {
  return number
    .toString(16)
    .padStart(width, "0")
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escape(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
}
