import { z } from "zod";
import { canonical, isAsDeclared, isUnordered, rankOf, withoutRank } from "../../core/resources/canonical.ts";
import { isObject, type Fields } from "../../core/resources/json.ts";
import { asType, child, unwrap } from "../../core/resources/schema-walk.ts";
import { declarable, declarableValue } from "../export/draft-project.ts";

/**
 * The value of a field that a file declares instead of the one that it has, so that it means the live one. What means the same stays as it is
 * written. `written`: without references.
 */
export function liveValue(field: z.ZodType, written: unknown, live: unknown): unknown {
  const inner = unwrap(field);
  if (inner instanceof z.ZodArray && Array.isArray(written) && Array.isArray(live))
    return listValue(field, asType(inner.element), written, live);
  // `null` is a value: a field that the service leaves out is at its default.
  return declarableValue(field, live ?? null, false) ?? null;
}

function listValue(
  field: z.ZodType,
  element: z.ZodType,
  written: readonly unknown[],
  live: readonly unknown[],
): readonly unknown[] {
  const isRanked = live.some((item) => rankOf(item) !== undefined);
  const hasRanks = written.some((item) => rankOf(item) !== undefined) || !element.safeParse({}).success;
  const items = isRanked ? live.toSorted((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0)) : live;
  const same = sameItems(element, written, items);
  const taken = new Set(same);
  const left = [...written.keys()].filter((index) => !taken.has(index));
  // By content, and then by place.
  const pairs = items.map((item, at) => {
    const index = same[at] ?? left.shift();
    const before = index === undefined ? undefined : written[index];
    return { index, value: itemValue(element, before, item, hasRanks) };
  });
  const keepsOrder = isUnordered(field) || hasRanks;
  const ordered = keepsOrder
    ? pairs.toSorted((a, b) => (a.index ?? written.length) - (b.index ?? written.length))
    : pairs;
  const values = ordered.map(({ value }) => value);
  const isDone = isAsDeclared(field, canonical(field, values), canonical(field, items));
  if (isDone || !(isRanked || hasRanks)) return values;
  // The ranks of the file do not give the order.
  return pairs.map(({ value }, at) => withRank(value, rankOf(items[at])));
}

/** For each live item the place of the one in the file that means the same. Each of those is taken once. */
function sameItems(
  element: z.ZodType,
  written: readonly unknown[],
  live: readonly unknown[],
): readonly (number | undefined)[] {
  const formOf = (item: unknown): unknown => canonical(element, withoutRank(item));
  const forms = written.map((item, index) => ({ index, form: formOf(item) }));
  const byForm = Map.groupBy(forms, ({ form }) => JSON.stringify(form));
  const exact = live.map((item) => byForm.get(JSON.stringify(formOf(item)))?.shift()?.index);
  if (!(unwrap(element) instanceof z.ZodObject)) return exact;
  // A service fills in what the file leaves out.
  const left = [...byForm.values()].flat().toSorted((a, b) => a.index - b.index);
  return live.map((item, at) => {
    const found =
      exact[at] === undefined ? left.findIndex(({ form }) => isAsDeclared(element, form, formOf(item), true)) : -1;
    return exact[at] ?? (found === -1 ? undefined : left.splice(found, 1)[0]?.index);
  });
}

/** An item of a list. In an object, each field that means the same stays as it is. */
function itemValue(element: z.ZodType, written: unknown, live: unknown, hasRank: boolean): unknown {
  const inner = unwrap(element);
  if (!(inner instanceof z.ZodObject) || !isObject(live)) {
    const isSame = isAsDeclared(element, canonical(element, written), canonical(element, live), true);
    return written !== undefined && isSame ? written : declarable(element, live);
  }
  const before: Fields = isObject(written) ? written : {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(inner.shape)])];
  const entries = names.flatMap((name): [string, unknown][] => {
    const field = child(inner, name);
    const has = Object.hasOwn(before, name);
    if (field === undefined || (name === "rank" && !has && !hasRank)) return [];
    const kept: [string, unknown][] = has ? [[name, before[name]]] : [];
    if (name === "rank" && has) return kept;
    const [old, now] = [canonical(field, before[name]), canonical(field, live[name])];
    if (isAsDeclared(field, old, now, true)) return kept;
    const isRequired = !field.safeParse(undefined).success;
    if (now === null && !isRequired) return [];
    const both = unwrap(field) instanceof z.ZodObject || Array.isArray(before[name]);
    return [[name, both ? nested(field, before[name], live[name]) : declarable(field, live[name])]];
  });
  return Object.fromEntries(entries);
}

function nested(field: z.ZodType, written: unknown, live: unknown): unknown {
  return Array.isArray(written) ? liveValue(field, written, live) : itemValue(field, written, live, true);
}

function withRank(item: unknown, rank: number | undefined): unknown {
  return isObject(item) && rank !== undefined ? { ...item, rank } : withoutRank(item);
}
