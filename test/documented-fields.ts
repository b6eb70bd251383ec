import { readFileSync } from "node:fs";

/*
 * The fields of a project and their defaults, from docs/internals/service.md ("Defaults"): what tests know of them without asking the product
 * or the emulator, so that a mistake in one of these is found.
 */

export interface DocumentedField {
  readonly name: string;
  /** `undefined`: none is documented, or not in one value. */
  readonly byDefault: unknown;
  readonly isNullable: boolean;
}

const [, section = ""] = readFileSync(new URL("../docs/internals/service.md", import.meta.url), "utf8").split(
  "\n## Defaults\n",
);
const [table = ""] = section.split("\n## ");
const rows = [...table.matchAll(/^\| (.+?) +\| (.+?) +\| (yes|no) +\|$/gm)];

/** Every field of a project but those that only the service sets, and those of its key. */
export const DOCUMENTED_FIELDS: readonly DocumentedField[] = rows
  .filter(([, names = ""]) => /^`\w+`(?:, `\w+`)*$/.test(names))
  .flatMap(([, names = "", byDefault = "", isNullable]) =>
    names
      .replaceAll("`", "")
      .split(", ")
      .map((name) => ({ name, byDefault: valueOf(byDefault), isNullable: isNullable === "yes" })),
  )
  .filter(({ name }) => name !== "avatar_url");

/** The fields that are true or false, with their defaults. */
export const FLAGS: Readonly<Record<string, boolean>> = Object.fromEntries(
  DOCUMENTED_FIELDS.flatMap(({ name, byDefault }) => (typeof byDefault === "boolean" ? [[name, byDefault]] : [])),
);

/** The same, each with the other value. */
export const CHANGED_FLAGS: Readonly<Record<string, boolean>> = Object.fromEntries(
  Object.entries(FLAGS).map(([name, byDefault]) => [name, !byDefault]),
);

function valueOf(cell: string): unknown {
  const [, code] = /^`([^`]*)`$/.exec(cell) ?? [];
  if (code === undefined) return undefined;
  return /^(?:true|false|\[\])$/.test(code) ? JSON.parse(code) : code;
}
