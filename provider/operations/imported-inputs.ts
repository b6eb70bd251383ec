import { isObject, type Fields } from "../../core/resources/json.ts";
import { formatPath, pathFromService } from "../naming.ts";
import type { Account } from "../account.ts";
import { inputsOf, type ResourceKind } from "../kinds/resource-kind.ts";
import { warn } from "../warnings.ts";
import { comparable } from "./drift.ts";
import { properties } from "./state.ts";

/**
 * The inputs that an import records: what a program can declare of the live object, so that its check takes them. A value that the check would
 * refuse is left out: it is not managed, and stays as it is. A warning names it. A lookup cannot be told from an import.
 *
 * `subject`: the object, for that. `found`: what may be shown of it.
 */
export async function importedInputs(
  kind: ResourceKind,
  connection: Account,
  subject: string,
  found: Fields,
): Promise<Fields> {
  // Without keys in rules that no program can declare either: they are not compared.
  const live = inputsOf(kind, found);
  const typed = comparable(kind, live);
  const preview = { ...connection, ...connection.inPreview() };
  const { problems } = (await kind.resolve?.(preview, typed, typed)) ?? { problems: [] };
  const refused = problems.map(({ path }) => path);
  const missing = kind.inputs.safeParse(typed).error?.issues.map(({ path: [name] }) => String(name)) ?? [];
  const odd = Object.keys(live).filter((name) => !Object.hasOwn(typed, name) && !missing.includes(name));
  const warnOf = (paths: readonly (string | readonly string[])[], what: string): void => {
    const names = paths.map((path) => formatPath(pathFromService(kind.inputs, [path].flat()))).join(", ");
    if (names !== "") warn(`${subject}: no program can declare ${names} as it is live. ${what}`, connection);
  };
  warnOf([...odd, ...refused], "An import leaves it out, and it stays as it is.");
  warnOf(missing, "So none can manage it: if you have imported it, run `pulumi state delete`.");
  return properties(kind, refused.reduce(without, typed));
}

/** The fields without the one at a path. */
function without(fields: Fields, [name = "", ...rest]: readonly string[]): Fields {
  const { [name]: content, ...others } = fields;
  return rest.length > 0 && isObject(content) ? { ...others, [name]: without(content, rest) } : others;
}
