import { type Fields, isObject, own } from "./json.ts";
import type { Change } from "./kind.ts";

/** True if a record of a list lacks a declared field. `changes`: how it differs from what is declared. */
export function isPartial(declared: unknown, listed: unknown, changes: readonly Change[]): boolean {
  return (
    declaredFields(declared).some((name) => lacksField(listed, name)) ||
    changes.some(({ path }) => lacksField(listed, path))
  );
}

/** True if a live record does not show a field. `path` is as in a change, such as `settings.measurement_id`. */
export function lacksField(live: unknown, path: string): boolean {
  const record = isObject(live) ? live : {};
  if (Object.hasOwn(record, path)) return record[path] === undefined;
  const [name = "", ...rest] = path.split(".");
  const value = own(record, SERVICE_NAMES[name] ?? name);
  if (rest.length === 0 || value === undefined) return value === undefined;
  return isObject(value) && own(value, rest.join(".")) === undefined;
}

/** Declared fields that the service names otherwise. */
const SERVICE_NAMES: Readonly<Record<string, string>> = { version: "component_version" };

/** Fields of the natural key: a record without one of them was matched by another. */
const KEYS = new Set(["organization_id", "slug", "component", "name"]);

function declaredFields(declared: unknown): string[] {
  const { extra, ...fields } = isObject(declared) ? declared : {};
  const all: Fields = { ...fields, ...(isObject(extra) ? extra : {}) };
  return Object.keys(all).filter((name) => all[name] !== undefined && !KEYS.has(name));
}
