import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { compareText } from "./compare-text.ts";
import { booleanForm } from "../api/records.ts";
import { keyForm, numberForm, TEXT_FORMS, textForm, type TextForm } from "./canonical-forms.ts";
import { type Fields, isObject } from "./json.ts";
import { asType, unwrap } from "./schema-walk.ts";

/**
 * How a field's values are compared, as its schema says in `meta({ meaning })`. Both sides of a comparison come to one canonical form
 * by the field's type and by this. The documented default is in `meta({ default })`; it equals absent and `null`.
 */
export interface Semantics {
  /** A list that means a set: order and duplicates do not count. */
  readonly set?: boolean;
  /** A list of headers: the order of different names does not count. */
  readonly headers?: boolean;
  /** A field that orders the items of a list, lowest first. Only the order counts, not the numbers. */
  readonly rank?: boolean;
  /** The form of a text, or of the keys of a map. */
  readonly form?: TextForm;
}

/** True if a live value means what the declared one says. */
export function sameMeaning(field: z.ZodType, declared: unknown, live: unknown): boolean {
  return isAsDeclared(field, canonical(field, declared), canonical(field, live));
}

/** True if two values are equal as JSON. There is no other equality, and values with a field are compared in their canonical form. */
export function sameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(jsonForm(one), jsonForm(other));
}

/**
 * The canonical form of a value. An absent value, `null`, `""`, `[]`, `{}` and the documented default are equal: their form is `null`.
 * Rules are in the order of their ranks.
 */
export function canonical(field: z.ZodType, value: unknown): unknown {
  const meaning = meaningOf(field);
  const inner = unwrap(field);
  const form = canonicalValue(inner, value ?? null, meaning);
  const byDefault = defaultOf(field);
  return byDefault !== undefined && isDeepStrictEqual(form, canonicalValue(inner, byDefault, meaning)) ? null : form;
}

function canonicalValue(type: z.ZodType, value: unknown, meaning: Semantics): unknown {
  // Some languages write an empty map as a list, or an empty list as a map.
  if (value === null || (isCollection(type) && isEmpty(value))) return null;
  if (type instanceof z.ZodArray && Array.isArray(value)) return canonicalList(asType(type.element), value, meaning);
  if (type instanceof z.ZodObject && isObject(value)) {
    // A key that is not in the schema cannot be declared: no update could remove a difference in it.
    const entries = Object.keys(type.shape)
      .toSorted()
      .map((name) => [name, canonical(asType(type.shape[name]), value[name])] as const)
      .filter(([, content]) => content !== null);
    return entries.length === 0 ? null : Object.fromEntries(entries);
  }
  if (type instanceof z.ZodRecord && isObject(value)) return canonicalMap(value, meaning);
  return canonicalScalar(type, value, meaning);
}

function isCollection(type: z.ZodType): boolean {
  return type instanceof z.ZodArray || type instanceof z.ZodObject || type instanceof z.ZodRecord;
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function canonicalList(element: z.ZodType, list: readonly unknown[], { set, headers }: Semantics): unknown {
  const items = list.map((item) => canonical(element, item));
  if (set === true) return distinct(items).toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b)));
  if (headers === true) return items.toSorted((a, b) => compareText(nameOf(a), nameOf(b)));
  return isRanked(element) ? byRank(items) : items;
}

function canonicalMap(map: Fields, { form }: Semantics): unknown {
  const entries = Object.entries(map).map(([key, content]) => {
    const name = form === undefined ? key : TEXT_FORMS[form](key);
    return [name, textForm(jsonForm(content))] as const;
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => compareText(a, b)));
}

function canonicalScalar(type: z.ZodType, value: unknown, { form }: Semantics): unknown {
  if (type instanceof z.ZodNumber) return jsonForm(numberForm(value));
  if (type instanceof z.ZodBoolean) return jsonForm(booleanForm(value));
  if (typeof value !== "string") return jsonForm(value);
  if (type instanceof z.ZodEnum) {
    return type.options.find((each) => keyForm(String(each)) === keyForm(value)) ?? value;
  }
  const text = String(textForm(value));
  if (text === "") return null;
  return form === undefined ? text : TEXT_FORMS[form](text);
}

/**
 * True if the canonical form of a live value is equal to that of the declared one. In the items of a list, a key that the declaration
 * leaves out equals a zero value (`0`, `false`), which services fill in; and of ranks only the order counts.
 */
export function isAsDeclared(field: z.ZodType, declared: unknown, live: unknown, isInList = false): boolean {
  if (isInList && declared === null && isFilledIn(field, live)) return true;
  const inner = unwrap(field);
  if (inner instanceof z.ZodArray && Array.isArray(declared) && Array.isArray(live)) {
    const element = asType(inner.element);
    const isOfObjects = unwrap(element) instanceof z.ZodObject;
    return isOfObjects ? areAsDeclared(element, declared, live) : isDeepStrictEqual(declared, live);
  }
  if (!(inner instanceof z.ZodObject) || !isObject(declared) || !isObject(live))
    return isDeepStrictEqual(declared, live);
  return Object.keys(inner.shape).every((name) =>
    isAsDeclared(asType(inner.shape[name]), declared[name] ?? null, live[name] ?? null, isInList),
  );
}

/** True if a service may have filled in the value where the declaration says nothing. */
function isFilledIn(field: z.ZodType, live: unknown): boolean {
  const inner = unwrap(field);
  if (inner instanceof z.ZodObject && isObject(live)) return isAsDeclared(field, {}, live, true);
  return (live === 0 || live === false) && defaultOf(field) === undefined;
}

/** Compares two lists of rules. The rules of one rank may be in any order, and the live ones may have a rank each. */
function areAsDeclared(element: z.ZodType, declared: readonly unknown[], live: readonly unknown[]): boolean {
  // Without ranks only the order counts.
  const left = declared.some(Array.isArray) ? [...live] : live.flat();
  const isSame = declared.every((rule) => {
    const group = [rule].flat();
    const others: unknown[] = [];
    while (others.length < group.length && left.length > 0) others.push(...[left.shift()].flat());
    return others.length === group.length && areInAnyOrder(element, group, others);
  });
  return isSame && left.length === 0;
}

function areInAnyOrder(element: z.ZodType, declared: readonly unknown[], left: unknown[]): boolean {
  return declared.every((item) => {
    const index = left.findIndex((other) => isAsDeclared(element, item, other, true));
    if (index !== -1) left.splice(index, 1);
    return index !== -1;
  });
}

/** Rules with ranks, as groups of one rank. Rules without ranks stay as they are. */
function byRank(items: readonly unknown[]): readonly unknown[] {
  if (items.every((item) => rankOf(item) === undefined)) return items;
  const groups = Map.groupBy(items, (item) => rankOf(item) ?? 0);
  return [...groups].toSorted(([a], [b]) => a - b).map(([, group]) => group.map(withoutRank));
}

function isRanked(element: z.ZodType): boolean {
  const inner = unwrap(element);
  return inner instanceof z.ZodObject && meaningOf(asType(inner.shape["rank"])).rank === true;
}

/** The rank of an item of a list. `undefined` if it has none. */
export function rankOf(item: unknown): number | undefined {
  return isObject(item) && typeof item["rank"] === "number" ? item["rank"] : undefined;
}

export function withoutRank(item: unknown): unknown {
  if (!isObject(item)) return item;
  const { rank: _rank, ...rest } = item;
  return rest;
}

function nameOf(item: unknown): string {
  return isObject(item) && typeof item["name"] === "string" ? item["name"] : "";
}

/** A value as JSON, which shows neither -0 nor a prototype, and with sorted keys. */
export function jsonForm(value: unknown): unknown {
  if (typeof value === "string" || typeof value === "boolean") return value;
  const json: unknown = JSON.parse(JSON.stringify(value ?? null, sortKeys));
  return json;
}

function sortKeys(_key: string, value: unknown): unknown {
  return isObject(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => compareText(a, b))) : value;
}

function distinct(items: readonly unknown[]): unknown[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** True if the order of a list does not count. */
export function isUnordered(field: z.ZodType): boolean {
  const { set = false, headers = false } = meaningOf(field);
  return set || headers;
}

function meaningOf(field: z.ZodType): Semantics {
  const { meaning } = field.meta() ?? {};
  return isObject(meaning) ? meaning : {};
}

/** The documented default of a field; `undefined` if there is none. */
export function defaultOf(field: z.ZodType): unknown {
  return field.meta()?.["default"];
}
