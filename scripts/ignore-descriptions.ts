/*
 * A plugin for Stryker. It does not mutate the descriptions of fields: no test repeats them, and `npm run check:schema`
 * checks that the published schema has them.
 */

/** The part of a Babel path that is used here. */
interface Path {
  readonly type: string | null;
  readonly listKey: string | null | undefined;
  readonly parent: {
    readonly type: string;
    readonly callee?: { readonly name?: unknown; readonly property?: { readonly name?: unknown } };
  };
}

/** Functions of project-fields.ts that pass their text to `describe`. */
const PASSING_ON: ReadonlySet<unknown> = new Set(["flag", "text", "set"]);

function isDescription({ type, listKey, parent: { type: parentType, callee } }: Path): boolean {
  if (type !== "StringLiteral" || listKey !== "arguments" || parentType !== "CallExpression") return false;
  return callee?.property?.name === "describe" || PASSING_ON.has(callee?.name);
}

export const strykerPlugins = [
  {
    kind: "Ignore",
    name: "descriptions",
    value: { shouldIgnore: (path: Path) => (isDescription(path) ? "A description is for people." : undefined) },
  },
];
