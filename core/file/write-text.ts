import { escapeCommands, printable, UNPRINTABLE_CHARACTER } from "../text/printable.ts";

/** Characters that are written as escapes: what is not printable but line feeds, lone surrogates, and what YAML does not allow. */
const HIDDEN = new RegExp(String.raw`(?!\n)(?:${UNPRINTABLE_CHARACTER}|[\uFFFE\uFFFF])`, "gu");

/** Writes a text in double quotes, in a form that YAML, JSON and TypeScript all read the same. */
export function quoted(text: string): string {
  return escapeHidden(JSON.stringify(text));
}

/** Replaces hidden characters, and commands of a runner, in double quotes by escapes. */
export function escapeHidden(text: string): string {
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  // Some are two units, and each of the three readers knows a pair of escapes.
  return escapeCommands(text).replace(HIDDEN, (character) => character.split("").map(escaped).join(""));
}

/** Words that are not text in YAML 1.1 or 1.2. */
const KEYWORDS = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf)$/i;

/** Begins with a letter or a harmless character, so it is not a number, a date or YAML syntax, and contains nothing that would end it. */
const PLAIN =
  /^[\p{L}/_^](?:[\p{L}\p{M}\p{N}_./@+()&'!?;=%$*^|-]|:(?=[\p{L}\p{N}/])| (?=[\p{L}\p{M}\p{N}_./@+()&'!?;=%$*^|-]))*$/u;

/** True if every YAML parser reads the text without quotes as the same text. */
export function isPlain(text: string): boolean {
  // Fillers are letters, too.
  return PLAIN.test(text) && !KEYWORDS.test(text) && text.search(HIDDEN) === -1;
}

/** True if a text of several lines may be written as a block (`|`) without a change. Its lines may reach a log, which obeys commands. */
export function isBlock(text: string): boolean {
  // White space alone would become the indentation.
  if (!text.includes("\n") || !/\S/.test(text) || text.search(HIDDEN) !== -1) return false;
  return text.split("\n").every((line) => printable(line) === line);
}

/** Makes a text safe for a one-line comment in YAML or TypeScript. */
export function commentText(text: string): string {
  return printable(text.toWellFormed());
}
