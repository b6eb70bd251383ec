const FLAGS = String.raw`\^?(?:[A-Za-z]{1,10}(?:-[A-Za-z]{1,10})?|-[A-Za-z]{1,10})`;

/** What other dialects have and JavaScript, or an older one, has not, each with what stands for it. What comes first wins. */
const FOREIGN: readonly (readonly [pattern: string, instead: (found: string) => string])[] = [
  [String.raw`\\Q.*?(?:\\E|$)`, () => "x"],
  [String.raw`\\[xuo]\{[\dA-Fa-f]{1,8}\}`, () => "x"],
  // An escape or a class of characters: nothing in it is a sign. What is special in a class differs, so only plain ones are looked into.
  [String.raw`\\.`, (found) => found],
  [
    String.raw`\[\^?\]?(?:\[:\^?\w{1,20}:\]|\\.|[^\]\\])*\]`,
    (found) => (/^\[\^?\]|.[\\[]/s.test(found) ? "[x]" : found),
  ],
  [String.raw`\[.*$`, () => "["],
  [String.raw`\(\*[A-Z_\d]{1,30}(?:[:=][^)]{0,50})?\)|\(\?C\d{0,3}\)`, () => ""],
  [String.raw`\(\?R\)`, () => "(?:)"],
  [String.raw`\(\?#[^)]*(?:\)|$)`, (found) => (found.endsWith(")") ? "" : "(")],
  [String.raw`\(\?${FLAGS}\)`, () => ""],
  [String.raw`\(\?(?:${FLAGS}:|[>|]|\([^)]{0,100}\))`, () => "(?:"],
  [String.raw`\(\?(?:P?<(?![=!])[^>]{1,100}>|'[^']{1,100}')`, () => "("],
  [String.raw`\(\?(?:P[=>]|&|[+-]?(?=\d))\w{1,100}\)`, () => "(?:)"],
  [String.raw`[*+?}]\+`, ([sign = ""]) => sign],
];

const ANY_FOREIGN = new RegExp(FOREIGN.map(([pattern]) => `(${pattern})`).join("|"), "gs");

/**
 * Why a regular expression does not compile; `undefined` where it does. Which dialect the service speaks is not documented, so
 * what any well-known one has is let pass, and the verdict is the same on every version of Node.
 */
export function whyNotCompiling(source: string): string | undefined {
  return whyNot(source) === undefined ? undefined : whyNot(withoutForeign(source));
}

function withoutForeign(source: string): string {
  return source.replace(ANY_FOREIGN, (found: string, ...groups: (string | undefined)[]) => {
    const which = groups.findIndex((group) => group !== undefined);
    return FOREIGN[which]?.[1](found) ?? found;
  });
}

function whyNot(expression: string): string | undefined {
  try {
    RegExp(expression);
    return undefined;
  } catch (error) {
    // The message quotes the expression, and then says why; the expression may come from a variable.
    const message = error instanceof Error ? error.message : "";
    return message.slice(message.lastIndexOf(": ") + 2).toLowerCase();
  }
}
