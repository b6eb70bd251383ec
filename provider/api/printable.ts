/** Control characters and what turns the direction of text around: a log or a terminal would obey them. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu;

/** Text from elsewhere on one line, without control characters. */
export function oneLine(text: string): string {
  return text.replace(CONTROLS, " ");
}

/** The same, and nothing in it is a command for GitHub's runner: that is `::` where a line begins, and `##[` anywhere. */
export function printable(text: string): string {
  return oneLine(text)
    .replaceAll("##[", "## [")
    .replace(/^\s*(?=::)/, "| ");
}

/** JSON that says the same and that neither a terminal nor the runner obeys. */
export function printableJson(content: unknown): string {
  return JSON.stringify(content, null, 2)
    .replaceAll("##[", String.raw`#\u0023[`)
    .replace(/[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (sign) => {
      const code = sign.charCodeAt(0).toString(16);
      return `\\u${code.padStart(4, "0")}`;
    });
}
