/**
 * Why a regular expression does not compile; `undefined` where it does. Which dialect the service speaks is not
 * documented, so what JavaScript lacks and others have is let pass: `(?i)` and `(?P<name>…)`.
 */
export function whyNotCompiling(source: string): string | undefined {
  const portable = source.replaceAll(/\(\?[a-zA-Z]+\)/g, "").replaceAll("(?P<", "(?<");
  try {
    RegExp(portable);
    return undefined;
  } catch (error) {
    // The message quotes the expression, and then says why; the expression may come from a variable.
    const message = error instanceof Error ? error.message : "";
    return message.slice(message.lastIndexOf(": ") + 2).toLowerCase();
  }
}
