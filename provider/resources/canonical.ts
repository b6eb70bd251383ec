import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { compareText } from "./compare-text.ts";
import { booleanForm } from "../api/boolean-form.ts";
import { numberForm, TEXT_FORMS, textForm, type TextForm } from "./forms.ts";
import { type Fields, isObject } from "./json.ts";
import { asType, unwrap } from "./schema-walk.ts";

/**
 * What a field's schema says about its values, as `meta({ meaning })`. Both sides of a comparison come to one canonical form
 * by the field's type and by this. The documented default is in `meta({ default })`; it equals absent and `null`.
 */
export interface Meaning {
  /** A list that means a set: order and duplicates do not count. */
  readonly set?: boolean;
  /** A list of headers: the order of different names does not count. */
  readonly headers?: boolean;
  /** A field that orders the items of a list, lowest first. Only the order counts, not the numbers. */
  readonly rank?: boolean;
  /** The form of a text. */
  readonly form?: TextForm;
  /** The form of the keys of a map. */
  readonly keys?: TextForm;
}

/**
 * Whether a live value means what the declared one says. An absent value, `null`, `""`, `[]`, `{}` and the documented default
 * are equal. In the items of a list, a key that the declaration leaves out equals the default and a zero value (`0`, `false`),
 * which services fill in. Rules are compared in the order of their ranks.
 */
export function sameMeaning(field: z.ZodType, declared: unknown, live: unknown): boolean {
  return covers(field, canonical(field, declared), canonical(field, live), false);
}

/** The canonical form of a value. `null` stands for the service's default. */
export function canonical(field: z.ZodType, value: unknown): unknown {
  const meaning = meaningOf(field);
  const inner = unwrap(field);
  const form = canonicalValue(inner, value ?? null, meaning);
  const byDefault = defaultOf(field);
  return byDefault !== undefined && isDeepStrictEqual(form, canonicalValue(inner, byDefault, meaning)) ? null : form;
}

function canonicalValue(type: z.ZodType, value: unknown, meaning: Meaning): unknown {
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

function canonicalList(element: z.ZodType, list: readonly unknown[], { set, headers }: Meaning): unknown {
  const items = list.map((item) => canonical(element, item));
  if (set === true) return distinct(items).toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b)));
  if (headers === true) return items.toSorted((a, b) => compareText(nameOf(a), nameOf(b)));
  return isRanked(element) ? byRank(items) : items;
}

function canonicalMap(map: Fields, { keys }: Meaning): unknown {
  const entries = Object.entries(map).map(([key, content]) => {
    const name = keys === undefined ? key : TEXT_FORMS[keys](key);
    return [name, textForm(asJson(content))] as const;
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => compareText(a, b)));
}

function canonicalScalar(type: z.ZodType, value: unknown, { form }: Meaning): unknown {
  if (type instanceof z.ZodNumber) return asJson(numberForm(value));
  if (type instanceof z.ZodBoolean) return asJson(booleanForm(value));
  if (typeof value !== "string") return asJson(value);
  if (type instanceof z.ZodEnum) {
    const option = type.options.find((each) => String(each).toLowerCase() === value.toLowerCase());
    return option ?? value;
  }
  const text = String(textForm(value));
  if (text === "") return null;
  return form === undefined ? text : TEXT_FORMS[form](text);
}

/** Whether the live form is what the declared form asks for. Both are canonical. */
function covers(field: z.ZodType, declared: unknown, live: unknown, isInList: boolean): boolean {
  if (isInList && declared === null && isFilledIn(field, live)) return true;
  const inner = unwrap(field);
  if (inner instanceof z.ZodArray && Array.isArray(declared) && Array.isArray(live)) {
    const element = asType(inner.element);
    const isOfObjects = unwrap(element) instanceof z.ZodObject;
    return isOfObjects ? coversItems(element, declared, live) : isDeepStrictEqual(declared, live);
  }
  if (!(inner instanceof z.ZodObject) || !isObject(declared) || !isObject(live))
    return isDeepStrictEqual(declared, live);
  return Object.keys(inner.shape).every((name) =>
    covers(asType(inner.shape[name]), declared[name] ?? null, live[name] ?? null, isInList),
  );
}

/** Whether a service may have filled in the value where the declaration says nothing. */
function isFilledIn(field: z.ZodType, live: unknown): boolean {
  const inner = unwrap(field);
  if (inner instanceof z.ZodObject && isObject(live)) return covers(field, {}, live, true);
  return (live === 0 || live === false) && defaultOf(field) === undefined;
}

/**
 * Compares the items of two lists in order. Items that the declaration gives the same rank may be in any order; items with
 * different ranks must have different ones.
 */
function coversItems(element: z.ZodType, declared: readonly unknown[], live: readonly unknown[]): boolean {
  if (declared.length !== live.length) return false;
  const groups = [...Map.groupBy(declared, (item, index) => rankOf(item) ?? `item ${index}`).values()];
  let start = 0;
  return groups.every((group) => {
    const others = live.slice(start, start + group.length);
    const [before, first] = [rankOf(live[start - 1]), rankOf(others[0])];
    start += group.length;
    const isLater = before === undefined || first === undefined || before < first || rankOf(group[0]) === undefined;
    return isLater && coversInAnyOrder(element, group, others);
  });
}

function coversInAnyOrder(element: z.ZodType, declared: readonly unknown[], live: readonly unknown[]): boolean {
  const left = [...live];
  return declared.every((item) => {
    const index = left.findIndex((other) => covers(element, withoutRank(item), withoutRank(other), true));
    if (index !== -1) left.splice(index, 1);
    return index !== -1;
  });
}

/** Sorts rules by rank. The ranks become 0, 1, 2, …; rules without ranks keep their order. */
function byRank(items: readonly unknown[]): unknown[] {
  if (items.every((item) => rankOf(item) === undefined)) return [...items];
  const sorted = items.toSorted((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0));
  const ranks = [...new Set(sorted.map((item) => rankOf(item) ?? 0))];
  return sorted.map((item) => (isObject(item) ? { ...item, rank: ranks.indexOf(rankOf(item) ?? 0) } : item));
}

function isRanked(element: z.ZodType): boolean {
  const inner = unwrap(element);
  return inner instanceof z.ZodObject && meaningOf(asType(inner.shape["rank"])).rank === true;
}

function rankOf(item: unknown): number | undefined {
  return isObject(item) && typeof item["rank"] === "number" ? item["rank"] : undefined;
}

function withoutRank(item: unknown): unknown {
  if (!isObject(item)) return item;
  const { rank: _rank, ...rest } = item;
  return rest;
}

function nameOf(item: unknown): string {
  return isObject(item) && typeof item["name"] === "string" ? item["name"] : "";
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

function meaningOf(field: z.ZodType): Meaning {
  const { meaning } = field.meta() ?? {};
  return isObject(meaning) ? meaning : {};
}

/** The documented default of a field; `undefined` if there is none. */
export function defaultOf(field: z.ZodType): unknown {
  return field.meta()?.["default"];
}
