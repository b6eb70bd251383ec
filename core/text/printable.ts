/**
 * One character that a log or terminal obeys, or an invisible one: controls, line separators, direction and other format marks,
 * fillers, and halves of characters, which gRPC cannot carry. Source of a regular expression with the flag `u`. The two that choose between
 * the text and the picture of an emoji stay after one, and in keycaps such as 1️⃣: elsewhere they are not seen.
 */
export const UNPRINTABLE_CHARACTER = String.raw`(?!(?<=(?=\p{Emoji})\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[0-9#*])\uFE0F\u20E3)[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]`;

/** Characters that are not seen in a name, such as controls and halves of characters, and the one that stands for what was lost. */
export const UNSEEN = /[\s\p{C}\p{Default_Ignorable_Code_Point}\uFFFD]/gu;

const UNPRINTABLE = new RegExp(`(?:${UNPRINTABLE_CHARACTER})+`, "gu");

/**
 * Puts text from elsewhere on one line. It decides which characters may reach a log, a terminal, Markdown or a Pulumi
 * diagnostic, so every such text goes through it. `escape` returns what to write for one unprintable character. Default: a
 * space for all that follow each other.
 */
export function oneLine(text: string, escape?: (character: string) => string): string {
  return text.replace(UNPRINTABLE, (run) =>
    escape === undefined ? " " : Array.from(run, (character) => escape(character)).join(""),
  );
}

/** Shows an unprintable character by its number, such as `\u{a}`: for names that must stay different. */
export function escapeCharacter(character: string): string {
  return `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** The start of a command in a runner's log: GitHub's `##[error]`, Azure's `##vso[…]`, TeamCity's `##teamcity[…]`. */
const COMMAND = /##(?=[\w.-]*\[)/g;

/** Breaks commands `##word[` in a text in double quotes, in a form that JSON, YAML and TypeScript read the same. */
export function escapeCommands(quoted: string): string {
  return quoted.replace(COMMAND, String.raw`#\u0023`);
}

/** Like `oneLine`, and without commands: `::` at the start of a line, `##word[` anywhere, and Pulumi's colours `<{%…%}>`. */
export function printable(text: string): string {
  return oneLine(text)
    .replace(COMMAND, "## ")
    .replaceAll("<{%", "< {%")
    .replace(/^\s*(?=::)/, "| ");
}

/** JSON that neither a terminal nor a runner obeys: escapes keep the meaning. `indent`: 0 for one line. Default: 2. */
export function printableJson(content: unknown, indent = 2): string {
  const json = escapeCommands(JSON.stringify(content, null, indent)).replaceAll("<{%", String.raw`\u003c{%`);
  // The line ends of the JSON itself are the only control characters that it may hold.
  return json.replace(UNPRINTABLE, (run) =>
    run.replace(/[^\n]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}
