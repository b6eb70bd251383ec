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

/** Finds a secret in a text, in any of its forms; the white space around it is none. */
export function formsOf(secret: string): RegExp {
  const parts = secret.replace(/^[\s\p{Cc}]+|[\s\p{Cc}]+$/gu, "").match(/[\s\p{Cc}]+|\\+|./gsu) ?? [];
  const whole = parts.map((part) =>
    /^[\s\p{Cc}]/u.test(part) ? SPACE : part.startsWith("\\") ? backslashes(part) : sign(part),
  );
  return new RegExp([whole.join(""), ...base64Forms(secret).map(escape)].join("|"), "gu");
}

/** One sign that is neither space nor backslash. */
function sign(text: string): string {
  const code = text.codePointAt(0) ?? 0;
  const units = [...Array(text.length).keys()].map((index) => `${ESCAPE}u${hex(text.charCodeAt(index), 4)}`);
  const bytes = [...new TextEncoder().encode(text.toWellFormed())].map((byte) => `%${hex(byte, 2)}`);
  const named = NAMED[text];
  return `(?:${[
    `${ESCAPES}${escape(text)}`,
    units.join(""),
    bytes.join(""),
    `&#(?:0*${code}|[xX]0*${hex(code, 1)});`,
    ...(named === undefined ? [] : [`&${named};`]),
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
