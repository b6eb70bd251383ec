import { z } from "zod";
import { child, fieldNames, unwrap } from "../../provider/resources/schema-walk.ts";
import { canonical } from "../../provider/resources/canonical.ts";
import { isObject } from "../../provider/resources/json.ts";

/** A value without what the service has by default in it, and the names of what this version does not know in it. */
export interface Trimmed {
  readonly value: unknown;
  readonly unknown: readonly string[];
}

/** Items and fields of a value that the service would have by default anyway are left out; the value itself is not. */
export function trimmed(schema: z.ZodType, value: unknown): Trimmed {
  const unknown = new Set<string>();
  return { value: trim(schema, value, unknown), unknown: [...unknown] };
}

function trim(schema: z.ZodType, value: unknown, unknown: Set<string>): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown, index) => trim(child(inner, index) ?? z.unknown(), item, unknown));
  }
  if (!(inner instanceof z.ZodObject) || !isObject(value)) return value;
  const known = fieldNames(inner);
  for (const [name, content] of Object.entries(value)) {
    if (!known.includes(name) && (content ?? null) !== null) unknown.add(name);
  }
  const kept = known.flatMap((name) => {
    const field = child(inner, name) ?? z.unknown();
    const content = value[name];
    return canonical(field, content) === null ? [] : [[name, trim(field, content, unknown)] as const];
  });
  return Object.fromEntries(kept);
}

const MOST_LEVELS = 24;

/** Why a free value cannot stand in a file as it is; `undefined` where it can. */
export function whyNotWritable(value: unknown, level = 0): string | undefined {
  if (level > MOST_LEVELS) return "it is nested too deep for a file";
  if (typeof value === "number" && !Number.isFinite(value)) return "it holds a number that no file can hold";
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) return firstReason(value, level);
  const entries = Object.entries(value);
  const [[key, content] = [], ...more] = entries;
  const scalar = typeof content !== "object" || content === null;
  if (more.length === 0 && (key === "env" || key === "secret") && scalar) {
    return `it holds a map with nothing but ${key}, which a file takes for a reference to a variable`;
  }
  if (entries.some(([name]) => name === "__proto__")) return "it holds a field named __proto__, which no file takes";
  return firstReason(
    entries.map(([, each]) => each),
    level,
  );
}

function firstReason(values: readonly unknown[], level: number): string | undefined {
  for (const each of values) {
    const why = whyNotWritable(each, level + 1);
    if (why !== undefined) return why;
  }
  return undefined;
}
