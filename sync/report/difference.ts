import { printableJson } from "../../core/text/printable.ts";
import { isUnordered } from "../../core/resources/canonical.ts";
import { HiddenValue } from "../../core/resources/hidden-value.ts";
import { isObject } from "../../core/resources/json.ts";
import { fieldOf } from "../../core/resources/project-fields.ts";
import type { PlannedChange } from "../../core/plan/plan.ts";

/** The difference between two values, as texts of one line each. Where the values differ, the texts do. */
export interface Difference {
  /** `values`: one text for each side. `items`: those that were removed from a list, and added to it. */
  readonly of: "values" | "items";
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Items that were removed or added and are not shown. */
  readonly leftOutItems: number;
  /** Characters that differ and are not shown. */
  readonly leftOutCharacters: number;
}

/** Characters of a text that is shown as a whole. */
const WHOLE = 120;
/** Most characters that are shown of what differs in a longer one. */
const MOST_CHARACTERS = 1_000;
/** Characters that are shown before and after what differs. */
const CONTEXT = 24;
/** Most items of lists that are shown. */
const MOST_ITEMS = 50;

/** The fields that name an object in a list. */
const KEYS = ["name", "rank"];

/**
 * Shows what differs. Of lists, the items that were removed and added; those of the same object are compared with each other. Of long
 * texts what differs, and how much of the rest is left out.
 */
export function differenceOf({ path, from, to }: Omit<PlannedChange, "written">): Difference {
  const field = fieldOf(path);
  const isSet = field !== undefined && isUnordered(field);
  const texts = [textOf(from), textOf(to)] as const;
  const isLong = texts.some((text) => text.length > WHOLE);
  const areLists = isListOrNothing(from) && isListOrNothing(to) && (isLong || (from !== null && to !== null));
  const ofLists = areLists ? differenceOfLists(from ?? [], to ?? [], isSet) : undefined;
  if (ofLists !== undefined) return ofLists;
  const { removed, added, leftOutCharacters } = differenceOfTexts(...texts);
  return { of: "values", removed, added, leftOutItems: 0, leftOutCharacters };
}

type Texts = Pick<Difference, "removed" | "added" | "leftOutCharacters">;

function isListOrNothing(value: unknown): value is readonly unknown[] | null {
  return value === null || Array.isArray(value);
}

/** `undefined` if the order counts, and the items that were removed and added do not tell where each one stands. */
function differenceOfLists(from: readonly unknown[], to: readonly unknown[], isSet: boolean): Difference | undefined {
  const removed = without(from, to);
  const added = without(to, from);
  if (removed.length + added.length === 0) return undefined;
  const addedByKey = new Map(added.map((item) => [keyOf(item), item]));
  addedByKey.delete(undefined);
  /** An object of the list before, and after. */
  const pairs = new Map<unknown, unknown>();
  for (const item of removed) {
    const key = keyOf(item);
    if (addedByKey.has(key)) pairs.set(item, addedByKey.get(key));
    addedByKey.delete(key);
  }
  const paired = new Set(pairs.values());
  const gone = removed.filter((item) => !pairs.has(item));
  const atTheEnd = added.filter((item) => !paired.has(item));
  const kept = without(
    from.map((item) => pairs.get(item) ?? item),
    gone,
  );
  if (!isSet && textOf([...kept, ...atTheEnd]) !== textOf(to)) return undefined;
  const differences = [
    ...gone.map((item) => ({ ...differenceOfTexts(textOf(item), ""), added: [] })),
    ...Array.from(pairs, ([before, after]) => named(differenceOfTexts(textOf(before), textOf(after)), after)),
    ...atTheEnd.map((item) => ({ ...differenceOfTexts("", textOf(item)), removed: [] })),
  ];
  const shown = differences.slice(0, MOST_ITEMS);
  return {
    of: "items",
    removed: shown.flatMap((each) => each.removed),
    added: shown.flatMap((each) => each.added),
    leftOutItems: differences.length - shown.length,
    leftOutCharacters: shown.reduce((sum, { leftOutCharacters }) => sum + leftOutCharacters, 0),
  };
}

/** Says which object a text is about that is cut at its start. */
function named(difference: Texts, item: unknown): Texts {
  const name = (text: string): string => (text.startsWith("…") ? `${keyOf(item)} ${text}` : text);
  return { ...difference, removed: difference.removed.map(name), added: difference.added.map(name) };
}

/** The name of an object in a list, such as `"rank":8`. `undefined` for anything else. */
function keyOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined;
  const key = KEYS.find((name) => Object.hasOwn(item, name));
  return key && `${textOf(key)}:${textOf(item[key])}`;
}

/** The items of a list that another one does not have, or not as often. */
function without(items: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const counts = new Map<string, number>();
  for (const other of others.map(textOf)) counts.set(other, (counts.get(other) ?? 0) + 1);
  return items.filter((item) => {
    const count = counts.get(textOf(item)) ?? 0;
    counts.set(textOf(item), count - 1);
    return count <= 0;
  });
}

function differenceOfTexts(from: string, to: string): Texts {
  const isOnlySpace = from !== to && from.replaceAll(" ", "") === to.replaceAll(" ", "");
  // Spaces look the same however many there are, and at the end of a row like none. A text may have the sign for one itself.
  const isMarked = isOnlySpace && !`${from}${to}`.includes("␣");
  const charactersOf = (text: string): string[] => Array.from(isMarked ? text.replaceAll(" ", "␣") : text);
  const [before, after] = [charactersOf(from), charactersOf(to)];
  const shortest = Math.min(before.length, after.length);
  let start = 0;
  while (start < shortest && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [removed, added] = [cut(before, start, end), cut(after, start, end)];
  return { removed: [removed.text], added: [added.text], leftOutCharacters: removed.leftOut + added.leftOut };
}

/** A text around what differs: all but `start` characters before it and `end` after it. */
function cut(characters: readonly string[], start: number, end: number): { text: string; leftOut: number } {
  const { length } = characters;
  if (length <= WHOLE) return { text: characters.join(""), leftOut: 0 };
  const first = Math.max(start - CONTEXT, 0);
  const last = Math.min(length - end + CONTEXT, start + MOST_CHARACTERS, length);
  const text = `${gap(first)}${characters.slice(first, last).join("")}${gap(length - last)}`;
  return { text, leftOut: Math.max(length - end - last, 0) };
}

function gap(count: number): string {
  return count === 0 ? "" : `…[${count} more]…`;
}

/** JSON, but what is not shown stands without quotes: a text that looks the same has them. */
function textOf(value: unknown): string {
  if (value instanceof HiddenValue) return value.text;
  if (Array.isArray(value)) return `[${value.map(textOf).join(",")}]`;
  if (!isObject(value)) return printableJson(value ?? null, 0);
  const entries = Object.entries(value).filter(([, content]) => content !== undefined);
  return `{${entries.map(([name, content]) => `${printableJson(name, 0)}:${textOf(content)}`).join(",")}}`;
}
