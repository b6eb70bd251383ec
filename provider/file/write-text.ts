/** Invisible characters but line feeds, characters that change the direction of text, and lone surrogates. They are written as escapes. */
const HIDDEN =
  /(?!\n)[\p{Cc}\p{Cs}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]/gu;

/** Writes a text in double quotes, in a form that YAML, JSON and TypeScript all read the same. */
export function quoted(text: string): string {
  return escapeHidden(JSON.stringify(text));
}

/** Replaces hidden characters in double quotes by escapes. */
export function escapeHidden(text: string): string {
  return text.replace(HIDDEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Words that are not text in YAML 1.1 or 1.2. */
const KEYWORDS = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

/** Begins with a letter or a harmless character, so it is not a number, a date or YAML syntax, and contains nothing that would end it. */
const PLAIN =
  /^[\p{L}/_^](?:[\p{L}\p{M}\p{N}_./@+()&'!?;=%$*^|-]|:(?=[\p{L}\p{N}/])| (?=[\p{L}\p{M}\p{N}_./@+()&'!?;=%$*^|-]))*$/u;

/** Whether every YAML parser reads the text without quotes as the same text. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text) && !KEYWORDS.test(text);
}

/** Whether a text of several lines may be written as a block (`|`) without a change. */
export function isBlock(text: string): boolean {
  // White space alone would become the indentation.
  return text.includes("\n") && /\S/.test(text) && text.search(HIDDEN) === -1;
}

/** Makes a text safe for a one-line comment in YAML or TypeScript: no line breaks, control characters or changes of direction. */
export function commentText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}\u2028-\u202E\u2066-\u2069\uFEFF]+/gu, " ");
}
