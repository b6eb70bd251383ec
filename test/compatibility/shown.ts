import { records, type Habit } from "../habit.ts";
import { asObject, type Fields } from "../world/oracle/meaning.ts";

/* Habits that show values of records in another form. */

export type Change = (value: unknown) => unknown;

/** Changes each text in each record. */
export function texts(change: (text: string) => string): Habit {
  return records("any", (record) => asObject(deep(record, inText(change))));
}

/** The object with these fields changed, where it has them. */
export function changed(fields: Fields, changes: Readonly<Record<string, Change>>): Fields {
  return mapped(fields, (value, name) => {
    const change = changes[name];
    return change === undefined ? value : change(value);
  });
}

export function mapped(fields: Fields, change: (value: unknown, name: string) => unknown): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value, name)]));
}

export function without(fields: Fields, isLeftOut: (value: unknown, name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !isLeftOut(value, name)));
}

export function itemsOf(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list : [];
}

/** Changes a flag, and nothing else. */
export function inFlag(change: (flag: boolean) => unknown): Change {
  return (value) => (typeof value === "boolean" ? change(value) : value);
}

/** Changes a text, and nothing else. */
export function inText(change: (text: string) => string): Change {
  return (value) => (typeof value === "string" ? change(value) : value);
}

/** Changes each value that is no list and no object, at any depth. */
export function deep(value: unknown, change: Change): unknown {
  if (Array.isArray(value)) return value.map((item) => deep(item, change));
  if (typeof value !== "object" || value === null) return change(value);
  return mapped(asObject(value), (part) => deep(part, change));
}
