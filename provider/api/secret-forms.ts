/*
 * How a text may look once somebody else has written it into something: JSON, JSON in JSON, a URL, a form, HTML, base64, or one
 * line of a log.
 */

/**
 * What begins an escape in JSON; in JSON within JSON there are more of them. Bounded, so that a text of nothing else takes no
 * more time than its length.
 */
const ESCAPES = String.raw`\\{0,15}`;
const ESCAPE = String.raw`\\{1,15}`;

const NAMED: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" };
/** White space of any kind and number: a log folds it. */
const SPACE = `(?:[\\s\\p{Cc}]|${ESCAPE}[nrtfvb]|${ESCAPE}u00[0-2][0-9a-dA-D]|%[0-2][0-9a-dA-D]|\\+|&#(?:9|10|13|32|x9|x[aA]|x[dD]|x20);)+`;

/** Signs of a secret in one pattern: of a longer one the engine makes none. */
const CHUNK = 100;

/** Takes a secret out of a text, in any of its forms; the white space around it is none. */
export type Remove = (text: string) => string;

export function removalOf(secret: string, replacement: string): Remove {
  const pieces = piecesOf(secret);
  const encoded = base64Forms(secret);
  return (text) => {
    // A long one as a whole, and then what there is of it where it was cut off.
    const whole = pieces.length > 1 ? withoutSequence(text, pieces, replacement) : text;
    const withoutPieces = pieces.reduce((rest, piece) => rest.replaceAll(new RegExp(piece, "gu"), replacement), whole);
    return encoded.reduce((rest, form) => rest.replaceAll(form, replacement), withoutPieces);
  };
}

/** Patterns that match one after the other; of about the same length, so that none is so short that it is found by chance. */
function piecesOf(secret: string): string[] {
  const parts = secret.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, "").match(/[\s\p{Cc}]+|\\+|./gsu) ?? [];
  const signs = parts.map((part) => {
    if (/^[\s\p{Cc}]/u.test(part)) return SPACE;
    return part.startsWith("\\") ? backslashes(part) : sign(part);
  });
  const number = Math.ceil(signs.length / CHUNK);
  const length = Math.ceil(signs.length / number);
  return Array.from({ length: number }, (_, index) => signs.slice(index * length, (index + 1) * length).join(""));
}

function withoutSequence(text: string, pieces: readonly string[], replacement: string): string {
  const [first, ...rest] = pieces.map((piece, index) => new RegExp(piece, index === 0 ? "gu" : "yu"));
  if (first === undefined) return text;
  let clean = "";
  let taken = 0;
  for (let match = first.exec(text); match !== null; match = first.exec(text)) {
    let end = first.lastIndex;
    const isWhole = rest.every((piece) => {
      piece.lastIndex = end;
      const follows = piece.test(text);
      if (follows) end = piece.lastIndex;
      return follows;
    });
    if (isWhole) {
      clean += text.slice(taken, match.index) + replacement;
      taken = end;
    }
    first.lastIndex = isWhole ? end : match.index + 1;
  }
  return clean + text.slice(taken);
}

/** One sign that is neither space nor backslash. */
function sign(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  const units = [...Array(text.length).keys()].map((index) => `${ESCAPE}u${hex(text.charCodeAt(index), 4)}`);
  const bytes = [...new TextEncoder().encode(text.toWellFormed())].map((byte) => `%${hex(byte, 2)}`);
  const named = NAMED[text];
  // As it is comes last: `%` begins what stands for it in a URL.
  return `(?:${[
    units.join(""),
    bytes.join(""),
    `&#(?:0*${code}|[xX]0*${hex(code, 1)});`,
    ...(named === undefined ? [] : [`&${named};`]),
    `${ESCAPES}${escape(text)}`,
  ].join("|")})`;
}

/** So many of them, or more where they were escaped. */
function backslashes({ length }: string): string {
  return `(?:\\\\|u005[cC]|%5[cC]|&#(?:92|[xX]5[cC]);){${length},${16 * length}}`;
}

/** Alone, or anywhere within something longer: three bytes are four signs, so that it begins in one of three ways. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const within = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString("base64")
      .replaceAll("=", "");
    // What shares its bits with what stands before or after.
    const end = (bytes.length + offset) % 3 === 0 ? text.length : text.length - 1;
    return text.slice([0, 2, 3][offset], end);
  });
  const forms = within.filter((text) => text.length >= 8);
  return [...forms, ...forms.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"))];
}

/** A number in hexadecimal digits, in capitals or not. */
function hex(number: number, width: number): string {
  return number
    .toString(16)
    .padStart(width, "0")
    .replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

function escape(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
}
