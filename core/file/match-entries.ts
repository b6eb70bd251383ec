import { isMap, isSeq, type ParsedNode } from "yaml";
import { isObject, type Fields } from "../resources/json.ts";
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

/** Items that stay are found by their content, maps also by their place among those that change. A comment on another text does not fit. */
export function slotsOfList(entries: readonly Placed[], items: readonly unknown[]): Slot[] {
  const byContent = Map.groupBy(entries, ({ value }) => JSON.stringify(contentOf(value)));
  const same = items.map((item) => byContent.get(JSON.stringify(item))?.shift());
  const kept = new Set(same);
  const left = entries.filter((entry) => !kept.has(entry));
  return items.map((value, name) => {
    if (same[name] !== undefined || typeof value !== "object") return { old: same[name], name, value };
    const at = left.findIndex((entry) => entry.value !== null && isSameKind(entry.value, value));
    return { old: at === -1 ? undefined : left.splice(at, 1)[0], name, value };
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
