import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../json-object.ts";
import type { JsonObject } from "../json-object.ts";
import type { Changes } from "./changes.ts";

type Limit = NonNullable<Changes["limits"]>[number];

/** What a service with these habits makes of the body of a write, before it checks the body. */
export function changedBody(body: JsonObject, write: "create" | "update", changes: Changes = {}): JsonObject {
  const { ignored = [], dropped = [], coupled = [], limits = [] } = changes;
  const without = write === "update" ? [...ignored, ...dropped] : dropped;
  const kept = without.reduce((rest, field) => changeAt(rest, field.split("."), () => undefined), body);
  const limited = limits.reduce(
    (rest, limit) => changeAt(rest, limit.field.split("."), (value) => withinLimit(value, limit)),
    kept,
  );
  return coupled.reduce(
    (rest, { field, value, sets }) => (isDeepStrictEqual(rest[field], value) ? { ...rest, ...sets } : rest),
    limited,
  );
}

/** The settings after an update. */
export function changedSettings(
  current: JsonObject | null,
  sent: JsonObject | null,
  changes: Changes = {},
): JsonObject | null {
  const { settings: how = "replace" } = changes;
  if (how === "replace" || sent === null || current === null) return sent;
  const merged = { ...current, ...sent };
  return how === "merge" ? merged : withoutNull(merged);
}

function withoutNull(settings: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

/** Changes the value at a path in an object; `undefined` removes it. Does nothing where the path leads nowhere. */
function changeAt(
  object: JsonObject,
  [name, ...rest]: readonly string[],
  change: (value: unknown) => unknown,
): JsonObject {
  if (name === undefined || !Object.hasOwn(object, name)) return object;
  const value = object[name];
  const changed = rest.length === 0 ? change(value) : changeInside(value, rest, change);
  if (changed !== undefined) return { ...object, [name]: changed };
  const { [name]: _, ...others } = object;
  return others;
}

function changeInside(value: unknown, path: readonly string[], change: (value: unknown) => unknown): unknown {
  const [first, ...rest] = path;
  if (first !== "*") return isJsonObject(value) ? changeAt(value, path, change) : value;
  if (!Array.isArray(value)) return value;
  return value
    .map((item: unknown) => (rest.length === 0 ? change(item) : changeInside(item, rest, change)))
    .filter((item) => item !== undefined);
}

function withinLimit(value: unknown, { least = -Infinity, most = Infinity, step, length }: Limit): unknown {
  if (typeof value === "string") return length === undefined ? value : value.slice(0, length);
  if (typeof value !== "number") return value;
  const rounded = step === undefined ? value : Math.round(value / step) * step;
  return Math.min(Math.max(rounded, least), most);
}
