import { z } from "zod";
import type { Fields } from "./json.ts";

/** Keys and indexes from the root to a value. */
export type Path = readonly (string | number)[];

/** The schema without "optional" and "nullable". */
export function unwrap(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrap(asType(schema.unwrap())) : schema;
}

/** The schema of the value under a key or index; `undefined` if there can be no value, or any value. */
export function child(schema: z.ZodType | undefined, part: string | number): z.ZodType | undefined {
  if (schema === undefined) return undefined;
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    return Object.hasOwn(inner.shape, part) ? asType(inner.shape[part]) : undefined;
  }
  if (inner instanceof z.ZodRecord) return asType(inner.valueType);
  if (inner instanceof z.ZodArray) return asType(inner.element);
  return undefined;
}

/** The schema of the value at a path; `undefined` if there can be no value, or any value. */
export function schemaAt(schema: z.ZodType, path: Path): z.ZodType | undefined {
  return path.reduce<z.ZodType | undefined>(child, schema);
}

/** True if the value is part of the key of an object. Keys are always shown. */
export function isKey(schema: z.ZodType | undefined): boolean {
  return schema?.meta()?.["key"] === true;
}

/** True if the schema requires a map. Then `{ env: … }` is a map with the key `env`, not a reference. */
export function takesMap(schema: z.ZodType | undefined): boolean {
  if (schema === undefined) return false;
  const inner = unwrap(schema);
  return inner instanceof z.ZodObject || inner instanceof z.ZodRecord;
}

/** The names of the fields. Empty unless the schema is a map with fixed fields. */
export function fieldNames(schema: z.ZodType | undefined): string[] {
  const inner = schema === undefined ? undefined : unwrap(schema);
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}

/** The entries of a map in the order of its schema's fields, then the other entries in their own order. Omits `undefined`. */
export function entriesInOrder(value: Fields, schema: z.ZodType | undefined): [name: string, content: unknown][] {
  const names = fieldNames(schema);
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length);
  return Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .toSorted(([a], [b]) => rank(a) - rank(b));
}

/** Narrows a part of a schema to its class type. zod declares parts with the type of its core. */
export function asType(part: unknown): z.ZodType {
  return part instanceof z.ZodType ? part : z.unknown();
}
