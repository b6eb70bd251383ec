const FLAGS = String.raw`(?:[A-Za-z]{1,10}(?:-[A-Za-z]{1,10})?|-[A-Za-z]{1,10})`;

/** What other dialects have and JavaScript, or an older one, has not, each with what stands for it. What comes first wins. */
const FOREIGN: readonly (readonly [pattern: string, instead: (found: string) => string])[] = [
  [String.raw`\\Q.*?(?:\\E|$)`, () => "x"],
  // An escape or a class of characters: nothing in it is a sign.
  [String.raw`\\.|\[\^?(?:\\.|[^\]\\])*(?:\]|\\?$)`, (found) => found],
  [String.raw`\(\?#[^)]*(?:\)|$)`, (found) => (found.endsWith(")") ? "" : "(")],
  [String.raw`\(\?${FLAGS}\)`, () => ""],
  [String.raw`\(\?(?:${FLAGS}:|[>|]|\([^)]{0,100}\))`, () => "(?:"],
  [String.raw`\(\?P?<(?![=!])[^>]{1,100}>`, () => "("],
  [String.raw`\(\?(?:P[=>]|&|[+-]?(?=\d))\w{1,100}\)`, () => "(?:)"],
  [String.raw`[*+?}]\+`, ([sign = ""]) => sign],
];

const ANY_FOREIGN = new RegExp(FOREIGN.map(([pattern]) => `(${pattern})`).join("|"), "gs");

/**
 * Why a regular expression does not compile; `undefined` where it does. Which dialect the service speaks is not documented, so
 * what any well-known one has is let pass, and the verdict is the same on every version of Node.
 */
export function whyNotCompiling(source: string): string | undefined {
  const portable = source.replace(ANY_FOREIGN, (found: string, ...groups: (string | undefined)[]) => {
    const which = groups.findIndex((group) => group !== undefined);
    return FOREIGN[which]?.[1](found) ?? found;
  });
  try {
    RegExp(portable);
    return undefined;
  } catch (error) {
    // The message quotes the expression, and then says why; the expression may come from a variable.
    const message = error instanceof Error ? error.message : "";
    return message.slice(message.lastIndexOf(": ") + 2).toLowerCase();
  }
}
