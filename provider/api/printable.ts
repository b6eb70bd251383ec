/** Characters that a log or terminal obeys, and invisible ones: controls, line separators, direction and other format marks. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

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

/** Like `oneLine`, and without commands to GitHub's runner: `::` at the start of a line, and `##[` anywhere. */
export function printable(text: string): string {
  return oneLine(text)
    .replaceAll("##[", "## [")
    .replace(/^\s*(?=::)/, "| ");
}

/** JSON that neither a terminal nor GitHub's runner obeys: escapes keep the meaning. */
export function printableJson(content: unknown): string {
  return JSON.stringify(content, null, 2)
    .replaceAll("##[", String.raw`#\u0023[`)
    .replace(/[^\P{Cc}\n]|[\p{Cf}\u2028\u2029]/gu, (character) =>
      Array.from({ length: character.length }, (_, index) => {
        const unit = character.charCodeAt(index).toString(16);
        return `\\u${unit.padStart(4, "0")}`;
      }).join(""),
    );
}
