import { isJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";
import type { Forms } from "../forms.ts";
import { inCase, showText, withCapitals } from "./text.ts";

/** The names of fields with the value of one that is not set. */
type Zeros = Readonly<Record<string, unknown>>;

const matcherZeros: Zeros = { present: [], absent: [], values: {} };
const matchers = ["request_cookies", "request_headers", "request_query_params", "response_headers"];
const headerMatchers = new Set(["request_headers", "response_headers"]);

const cacheConditions: Zeros = {
  ...Object.fromEntries(matchers.map((name) => [name, matcherZeros])),
  request_methods: [],
  response_status: [],
};
const cacheZeros: Zeros = {
  path: "",
  regex: false,
  ttl: 0,
  swr: 0,
  pass: false,
  rank: 0,
  conditions: cacheConditions,
};
const limitingZeros: Zeros = { conditions: { path: "", regex: false, method: [], continent: [], country: [] } };

const methods = new Set(["method", "request_methods"]);
const numbers = new Set(["ttl", "swr", "rank", "limit", "block_duration"]);

export function showCacheRules(rules: readonly unknown[], forms: Forms): readonly unknown[] {
  return showRules(rules, cacheZeros, forms);
}

export function showLimitingRules(rules: readonly unknown[], forms: Forms): readonly unknown[] {
  return showRules(rules, limitingZeros, forms);
}

/** A list that means a set, as the service shows it. */
export function showSet(items: readonly unknown[], { sets: { sorted, unique } = {} }: Forms): readonly unknown[] {
  const once = unique === true ? [...new Set(items)] : items;
  if (sorted !== true) return once;
  return once.toSorted((left, right) => compare(String(left), String(right)));
}

export function showHeaderName(name: unknown, { headers: { names } = {} }: Forms): unknown {
  if (typeof name !== "string" || names === undefined) return name;
  return names === "canonical" ? withCapitals(name) : name.toLowerCase();
}

export function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function showRules(rules: readonly unknown[], zeros: Zeros, forms: Forms): readonly unknown[] {
  const { ranks, sorted, unset } = forms.rules ?? {};
  // Rules of the same rank keep their order.
  const byRank = rules.filter(isJsonObject).toSorted((left, right) => rankOf(left) - rankOf(right));
  const numbered = new Map(
    byRank.map((rule, index) => [rule, ranks === undefined ? rule : { ...rule, rank: rankAt(index, ranks) }]),
  );
  const ordered = sorted === true ? byRank : rules.filter(isJsonObject);
  return ordered.map((rule) => showFields(filled(numbered.get(rule) ?? rule, zeros, unset), forms));
}

function rankOf({ rank }: JsonObject): number {
  return typeof rank === "number" ? rank : 0;
}

function rankAt(index: number, form: NonNullable<NonNullable<Forms["rules"]>["ranks"]>): number {
  if (form === "tens") return (index + 1) * 10;
  return form === "from-0" ? index : index + 1;
}

/** The fields that are not set, filled in: with zeros also inside objects, or with `null`. */
function filled(fields: JsonObject, zeros: Zeros, unset: "zero" | "null" | undefined): JsonObject {
  if (unset === undefined) return fields;
  const added = Object.entries(zeros).map(([name, zero]): [string, unknown] => {
    const value = fields[name];
    if (value === undefined) return [name, unset === "null" ? null : zero];
    return [name, isJsonObject(value) && isJsonObject(zero) ? filled(value, zero, unset) : value];
  });
  return { ...fields, ...Object.fromEntries(added) };
}

function showFields(rule: JsonObject, forms: Forms): JsonObject {
  return mapFields(rule, (name, value) => {
    if (name === "conditions" && isJsonObject(value)) return showConditions(value, forms);
    if (name === "path") return showText(value, forms);
    if (name === "key" && Array.isArray(value)) return showSet(value, forms);
    return numbers.has(name) ? showNumber(value, forms) : value;
  });
}

function showConditions(conditions: JsonObject, forms: Forms): JsonObject {
  return mapFields(conditions, (name, value) => {
    if (isJsonObject(value)) return showMatcher(value, headerMatchers.has(name), forms);
    if (name === "path") return showText(value, forms);
    if (!Array.isArray(value)) return value;
    const shown = value.map((item: unknown) => {
      if (methods.has(name)) return inCase(item, forms.methods);
      if (name === "country") return inCase(item, forms.countries);
      return item;
    });
    const set = showSet(shown, forms);
    return name === "response_status" ? set.map((item) => showNumber(item, forms)) : set;
  });
}

function showMatcher(matcher: JsonObject, isForHeaders: boolean, forms: Forms): JsonObject {
  const showName = (name: unknown) => (isForHeaders ? showHeaderName(name, forms) : name);
  return mapFields(matcher, (_, value) => {
    if (Array.isArray(value)) return showSet(value.map(showName), forms);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [String(showName(name)), item]));
  });
}

function showNumber(value: unknown, { numbers: form }: Forms): unknown {
  return form === "text" && typeof value === "number" ? String(value) : value;
}

function mapFields(fields: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(name, value)]));
}
