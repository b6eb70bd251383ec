import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { compareText } from "./compare-text.ts";
import { isObject } from "./json.ts";
import { asType, unwrap } from "./schema-walk.ts";

/**
 * Whether two values of a field mean the same to the service. An absent value, `null`, `[]` and the documented default are
 * equal. The order of a list does not count if the list means a set; rules are ordered by `rank`. A key that an item of a
 * list leaves out equals its default. The field's schema says which lists are sets, and the defaults (`meta`).
 */
export function sameMeaning(field: z.ZodType, one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(canonical(field, one), canonical(field, other));
}

/** The canonical form of a value. `null` stands for the service's default. */
export function canonical(field: z.ZodType, value: unknown): unknown {
  const { default: byDefault, set } = meaning(field);
  const inner = unwrap(field);
  const full = canonicalValue(inner, value ?? null, set);
  return byDefault !== undefined && isDeepStrictEqual(full, canonicalValue(inner, byDefault, set)) ? null : full;
}

function canonicalValue(type: z.ZodType, value: unknown, set: boolean): unknown {
  if (value === null) return null;
  if (type instanceof z.ZodArray && Array.isArray(value)) {
    const element = asType(type.element);
    const items = value.map((item: unknown) => canonical(element, item));
    if (items.length === 0) return null;
    if (set) return distinct(items).toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b)));
    return items.toSorted((a, b) => rank(a) - rank(b));
  }
  if (type instanceof z.ZodObject && isObject(value)) {
    // A key that is not in the schema cannot be declared: no update could remove a difference in it.
    const entries = Object.keys(type.shape)
      .toSorted()
      .map((name) => [name, canonical(asType(type.shape[name]), value[name])] as const)
      .filter(([, content]) => content !== null);
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }
  if (type instanceof z.ZodRecord && isObject(value) && Object.keys(value).length === 0) return null;
  return asJson(value);
}

/** Whether two values are equal as JSON, which shows neither -0 nor a prototype. */
export function sameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(asJson(one), asJson(other));
}

function asJson(value: unknown): unknown {
  const json: unknown = JSON.parse(JSON.stringify(value ?? null, sortKeys));
  return json;
}

function sortKeys(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareText(a, b))) : value;
}

function distinct(items: readonly unknown[]): unknown[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

function meaning(field: z.ZodType): { default: unknown; set: boolean } {
  const { default: byDefault, set } = field.meta() ?? {};
  return { default: byDefault, set: set === true };
}

function rank(item: unknown): number {
  return isObject(item) && typeof item["rank"] === "number" ? item["rank"] : 0;
}
