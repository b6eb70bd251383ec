/*
 * A plugin of Stryker. What a field's description says is for people, and no test repeats it: that the published schema
 * has it, `npm run check:schema` sees.
 */

/** What is used of Babel's path to a node. */
interface Path {
  readonly type: string | null;
  readonly listKey: string | null | undefined;
  readonly parent: {
    readonly type: string;
    readonly callee?: { readonly name?: unknown; readonly property?: { readonly name?: unknown } };
  };
}

/** Functions of project-fields.ts that pass a text on to `describe`. */
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
