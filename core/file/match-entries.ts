import { isDeepStrictEqual } from "node:util";
import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import { isObject, own, type Fields } from "../resources/json.ts";
import { contentOf, type Entry } from "./yaml-content.ts";

/** An entry with its place in the text: without what follows on its line. */
export interface Placed extends Entry {
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** An entry of a collection as it is wanted. `old`: its entry now. */
export interface Slot {
  readonly old: Placed | undefined;
  readonly name: string | number;
  readonly value: unknown;
}

/** True if both are scalars, or both are lists or maps that are not empty. */
export function isSameKind(node: ParsedNode, value: unknown): boolean {
  const isFilled = typeof value === "object" && value !== null && Object.keys(value).length > 0;
  if (isMap(node)) return isObject(value) && isFilled && node.items.length > 0;
  if (isSeq(node)) return Array.isArray(value) && isFilled && node.items.length > 0;
  return typeof value !== "object" || value === null;
}

export function slotsOfMap(entries: readonly Placed[], value: Fields): Slot[] {
  const kept = entries.filter(({ name }) => Object.hasOwn(value, name));
  const names = new Set(kept.map(({ name }) => name));
  const added = Object.entries(value).filter(([name]) => !names.has(name));
  return [
    ...kept.map((old) => ({ old, name: old.name, value: value[old.name] })),
    ...added.map(([name, each]) => ({ old: undefined, name, value: each })),
  ];
}

/**
 * Items that stay are found by their content, maps then by what most of their fields have in common, and at last by their place.
 * `replacesTexts`: texts too.
 */
export function slotsOfList(entries: readonly Placed[], items: readonly unknown[], replacesTexts: boolean): Slot[] {
  const byContent = Map.groupBy(entries, ({ value }) => JSON.stringify(contentOf(value)));
  const found = items.map((item) => byContent.get(JSON.stringify(item))?.shift());
  const left = new Set(entries.filter(({ value }) => isMap(value) && value.items.length > 0));
  for (const entry of found) if (entry !== undefined) left.delete(entry);
  const isOpen = (at: number): boolean => found[at] === undefined && isObject(items[at]);
  const pairs = left.size > MOST_COMPARED ? [] : [...left].flatMap((entry) => alike(entry, items, isOpen));
  const inPlace = (): Placed | undefined => left.values().next().value;
  const take = (at: number, entry: Placed | undefined): void => {
    if (entry === undefined || !left.has(entry) || !isOpen(at)) return;
    found[at] = entry;
    left.delete(entry);
  };
  for (const { at, entry } of pairs.toSorted((a, b) => b.common - a.common)) take(at, entry);
  for (const at of items.keys()) take(at, inPlace());
  if (replacesTexts) takeTextsInPlace(entries, items, found);
  return items.map((value, name) => ({ old: found[name], name, value }));
}

/** Another text in the place of one, behind what stays there, or at the start. */
function takeTextsInPlace(entries: readonly Placed[], items: readonly unknown[], found: (Placed | undefined)[]): void {
  const taken = new Set(found);
  let before = -1;
  for (const [at, item] of items.entries()) {
    const next = entries[before + 1];
    const isInPlace = next !== undefined && !taken.has(next) && isScalar(next.value) && typeof item !== "object";
    if (found[at] === undefined && isInPlace) found[at] = next;
    before = found[at]?.index ?? before;
  }
}

/** More changed items of a list are matched by their place alone: the comparison takes quadratic time. */
const MOST_COMPARED = 200;

/** The items that have fields in common with an entry, and how many. */
function alike(entry: Placed, items: readonly unknown[], isOpen: (at: number) => boolean) {
  const content = contentOf(entry.value);
  const fields = isObject(content) ? Object.entries(content) : [];
  return items.flatMap((item, at) => {
    if (!isOpen(at) || !isObject(item)) return [];
    const common = fields.filter(([name, value]) => isDeepStrictEqual(own(item, name), value)).length;
    return common === 0 ? [] : [{ at, entry, common }];
  });
}

/** For each slot the index of the entry that stays there or next. `end`: there is none. */
export function followersOf(slots: readonly Slot[], end: number): readonly number[] {
  let next = end;
  return slots
    .toReversed()
    .map(({ old }) => (next = old?.index ?? next))
    .toReversed();
}
