/** What cannot be seen, turns the direction of text around, or is half a character: it is written as an escape. */
const HIDDEN =
  /[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]/gu;

/** A text in double quotes, as YAML, JSON and TypeScript all read it. */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(HIDDEN, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Words that a reader of YAML 1.1 or 1.2 takes for something else than text. */
const TAKEN = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

/** Begins with a letter or a sign that means nothing there, so that it is no number, date or sign of YAML, and has nothing in it that would end it. */
const PLAIN =
  /^[\p{L}/_^](?:[\p{L}\p{M}\p{N}_./@+()&'!?;=%$*^|-]|:(?=[\p{L}\p{N}/])| (?=[\p{L}\p{M}\p{N}_./@+()&'!?;=%$*^|-]))*$/u;

/** Whether a text may be written without quotes, and is the same text to every reader of YAML. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text) && !TAKEN.test(text);
}

/**
 * Whether a text of several lines may be written as a block (`|`), as it reads: no line in it is empty of all but spaces, and
 * what is at its ends is nothing but one line feed.
 */
export function isBlock(text: string): boolean {
  const lines = text.replace(/\n$/, "").split("\n");
  HIDDEN.lastIndex = 0;
  return (
    lines.length > 1 &&
    !HIDDEN.test(lines.join("")) &&
    /^[^\s]/.test(text) &&
    lines.at(-1) !== "" &&
    lines.every((line) => line === line.trimEnd())
  );
}
