/** What other tools call an option or a command, and how projectsync does it. */
const HINTS: Readonly<Record<string, string>> = {
  "--auto-approve": "Use --yes.",
  "--target": "Use --only with the key of an object, such as --only org_1/site.",
  "--no-color": "Set the environment variable NO_COLOR=1.",
  diff: "Use plan, or drift to exit with 2 for a difference.",
  preview: "Use plan.",
  up: "Use apply.",
  import: "Use export: it writes files for what is live.",
  destroy: "Write `absent: true` in the project's file, and apply it with --only org_1/site --prune all.",
};

/** A message of the parser, with the hint in place of its guess if the unknown word is one of another tool, also as `-target=…`. */
export function withHint(message: string): string {
  const [start, word = ""] = /^.*?unknown (?:option|command) '([^'=]+)[^']*'/.exec(message) ?? [];
  const name = word.replace(/^-+/, "--");
  const hint = Object.hasOwn(HINTS, name) ? HINTS[name] : undefined;
  if (start === undefined || hint === undefined) return message;
  return `${start}. ${hint}${message.endsWith("\n") ? "\n" : ""}`;
}
