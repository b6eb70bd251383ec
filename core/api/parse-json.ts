import { trimmed } from "../text/trimmed.ts";

/**
 * Stands for a number that JavaScript would change, such as an id of 19 digits: what is read is sent back, compared and exported. It looks
 * like a mask (masked-settings.ts), so that an update which would have to send it is blocked, and no id.
 */
export const LOST_NUMBER: object = Object.freeze({ "a number with too many digits": "…" });

/** True if a value is or holds a number that was not kept. */
export function holdsLostNumber(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return value === LOST_NUMBER || Object.values(value).some(holdsLostNumber);
}

/** A number outside of a text that may be one of these. Few answers have any: a reviver takes several times as long. */
const MAY_BE_LOST = /[:[,]\s*-?(?:[\d.]{16,}|[\d.]+e)/i;

export class DuplicateKeyError extends SyntaxError {}

/** As `JSON.parse`, without numbers that it would change. Throws DuplicateKeyError for a duplicate key too: one of the values would be lost. */
export function parseJson(text: string): unknown {
  const value = parseNumbers(text);
  if (keysInText(text) !== keysIn(value)) throw new DuplicateKeyError("A key is duplicate.");
  return value;
}

/** How many texts a colon follows. */
function keysInText(text: string): number {
  let count = 0;
  for (let start = text.indexOf('"'); start !== -1;) {
    let end = text.indexOf('"', start + 1);
    while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
    let next = end + 1;
    while (/\s/.test(text.charAt(next))) next += 1;
    if (text.charAt(next) === ":") count += 1;
    start = text.indexOf('"', next);
  }
  return count;
}

function isEscaped(text: string, index: number): boolean {
  let before = index;
  while (text.charAt(before - 1) === "\\") before -= 1;
  return (index - before) % 2 === 1;
}

/** How many keys the objects in a value have. */
function keysIn(value: unknown): number {
  let count = 0;
  const open = [value];
  for (let part = open.pop(); open.length > 0 || part !== undefined; part = open.pop()) {
    if (typeof part !== "object" || part === null || part === LOST_NUMBER) continue;
    if (!Array.isArray(part)) count += Object.keys(part).length;
    for (const inner of Object.values(part)) open.push(inner);
  }
  return count;
}

function parseNumbers(text: string): unknown {
  if (!MAY_BE_LOST.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" && isLost(value, context?.source ?? String(value)) ? LOST_NUMBER : value,
  );
}

function isLost(value: number, source: string): boolean {
  if (!Number.isFinite(value)) return true;
  if (String(value) === source) return false;
  const digits = digitsOf(source);
  // Also one that is exact may be written otherwise: 144115188075855872, which is two to the power of 57, ends with 870 in JavaScript.
  if (Number.isInteger(value)) return digits !== digitsOf(String(value));
  // Some services write each fraction with 17 digits: that many are enough for any double.
  return digits.length > 17 || digits !== digitsOf(value.toPrecision(digits.length));
}

/** The digits of a number without zeros around them. */
function digitsOf(text: string): string {
  const [mantissa = ""] = text.split(/e/i);
  return trimmed(mantissa.replace(/\D/g, ""), "0");
}
