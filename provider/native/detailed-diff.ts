import { isObject, own, type Fields } from "../../core/resources/json.ts";
import { sameJson } from "../../core/resources/canonical.ts";
import { formatPath } from "../naming.ts";
import type { Path } from "../../core/resources/schema-walk.ts";

/** The engine takes a backslash before a quote for an escape, and knows no other: a key that ends with one has no path (source of 3.276.0). */
function hasNoPath(key: string): boolean {
  return key.includes("\\");
}

/** As Pulumi names them. */
export type DifferenceKind = "ADD" | "DELETE" | "UPDATE";

/**
 * The differences between recorded and declared properties, by their paths in Pulumi's notation: the innermost that differ. `names`: the
 * properties that differ in their meaning; the others are not compared.
 */
export function detailedDiff(
  before: Fields,
  now: Fields,
  names: readonly string[],
): ReadonlyMap<string, DifferenceKind> {
  const found = new Map<string, DifferenceKind>();
  const compare = (path: Path, old: unknown, declared: unknown): void => {
    if (old === undefined && declared === undefined) return;
    if (old === undefined || declared === undefined) {
      found.set(formatPath(path), old === undefined ? "ADD" : "DELETE");
    } else if (Array.isArray(old) && Array.isArray(declared)) {
      const length = Math.max(old.length, declared.length);
      for (let index = 0; index < length; index += 1) compare([...path, index], old[index], declared[index]);
    } else if (isObject(old) && isObject(declared) && !Object.keys({ ...old, ...declared }).some(hasNoPath)) {
      for (const key of new Set([...Object.keys(old), ...Object.keys(declared)]))
        compare([...path, key], own(old, key), own(declared, key));
    } else if (!sameJson(old, declared)) {
      found.set(formatPath(path), "UPDATE");
    }
  };
  for (const name of names) {
    const size = found.size;
    compare([name], own(before, name), own(now, name));
    // Values that differ only in what they mean, such as `null` and no value.
    if (found.size === size) found.set(name, "UPDATE");
  }
  return found;
}
