import { isObject, own, type Fields } from "../../core/resources/json.ts";
import { sameJson } from "../../core/resources/canonical.ts";
import { formatPath } from "../naming.ts";
import type { Path } from "../../core/resources/schema-walk.ts";

/** The engine takes a backslash before a quote for an escape, and knows no other: a key that ends with one has no path (source of 3.276.0). */
function hasNoPath(key: string): boolean {
  return key.includes("\\");
}

type Change = "ADD" | "DELETE" | "UPDATE";
/** As Pulumi names them. */
type DifferenceKind = Change | `${Change}_REPLACE`;

/**
 * The differences between recorded and declared properties, by their paths in Pulumi's notation: the innermost that differ. `names`: the
 * properties that differ in their meaning; the others are not compared. `replaces`: those that replace the object.
 */
export function detailedDiff(
  before: Fields,
  now: Fields,
  names: readonly string[],
  replaces: readonly string[] = [],
): ReadonlyMap<string, DifferenceKind> {
  const found = new Map<string, DifferenceKind>();
  for (const name of names) {
    const add = (path: Path, change: Change): void =>
      void found.set(formatPath(path), replaces.includes(name) ? `${change}_REPLACE` : change);
    const compare = (path: Path, old: unknown, declared: unknown): void => {
      if (old === undefined && declared === undefined) return;
      if (old === undefined || declared === undefined) {
        add(path, old === undefined ? "ADD" : "DELETE");
      } else if (Array.isArray(old) && Array.isArray(declared)) {
        const length = Math.max(old.length, declared.length);
        for (let index = 0; index < length; index += 1) compare([...path, index], old[index], declared[index]);
      } else if (isObject(old) && isObject(declared) && !Object.keys({ ...old, ...declared }).some(hasNoPath)) {
        for (const key of Object.keys({ ...old, ...declared }))
          compare([...path, key], own(old, key), own(declared, key));
      } else if (!sameJson(old, declared)) {
        add(path, "UPDATE");
      }
    };
    const size = found.size;
    compare([name], own(before, name), own(now, name));
    // Values that differ only in what they mean, such as `null` and no value.
    if (found.size === size) add([name], "UPDATE");
  }
  return found;
}
