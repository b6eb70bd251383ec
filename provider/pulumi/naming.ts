import { z } from "zod";
import { type Fields, isObject } from "../resources/json.ts";
import { asType, type Path, unwrap } from "../resources/schema-walk.ts";

/** Converts a name of the service to TypeScript's form: `block_duration` to `blockDuration`. Underscores in front stay. */
export function camelCase(name: string): string {
  return name.replace(/(?<=[^_])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A key that the schema does not have. `path` is in camel case; `known` are the names that the schema has there. */
export interface UnknownField {
  readonly path: Path;
  readonly known: readonly string[];
}

/**
 * Converts TypeScript's names in a value to the service's. The schema tells names from data: keys of free records (a
 * component's settings, `extra`, values in the conditions of a cache rule) stay unchanged. Keys that the schema does not have
 * are left out and reported to `onUnknown`.
 */
export function toService(
  schema: z.ZodType,
  value: unknown,
  onUnknown: (field: UnknownField) => void = () => {},
  path: Path = [],
): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown, index) => toService(asType(inner.element), item, onUnknown, [...path, index]));
  }
  return inner instanceof z.ZodObject && isObject(value) ? fieldsToService(inner, value, onUnknown, path) : value;
}

/** {@link toService} for an object. */
export function fieldsToService(
  schema: z.ZodObject,
  value: Fields,
  onUnknown: (field: UnknownField) => void = () => {},
  path: Path = [],
): Fields {
  const names = new Map(Object.keys(schema.shape).map((name) => [camelCase(name), name]));
  const fields: Record<string, unknown> = {};
  for (const [key, content] of Object.entries(value)) {
    const name = names.get(key);
    const fieldPath = [...path, key];
    if (name === undefined) onUnknown({ path: fieldPath, known: [...names.keys()] });
    else fields[name] = toService(asType(schema.shape[name]), content, onUnknown, fieldPath);
  }
  return fields;
}

/** Converts the service's names in a value to TypeScript's. A key that the schema does not have keeps its name. */
export function fromService(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown) => fromService(asType(inner.element), item));
  }
  return inner instanceof z.ZodObject && isObject(value) ? fieldsFromService(inner, value) : value;
}

/** {@link fromService} for an object. */
export function fieldsFromService(schema: z.ZodObject, value: Fields): Fields {
  const entries = Object.entries(value).map(([name, content]) =>
    Object.hasOwn(schema.shape, name)
      ? [camelCase(name), fromService(asType(schema.shape[name]), content)]
      : [name, content],
  );
  return Object.fromEntries(entries);
}

/** A path in Pulumi's notation: `rateLimiting[0].blockDuration`. */
export function formatPath(path: Path): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${part}`))
    .join("");
}

/** Converts the service's names in a path to TypeScript's. */
export function pathFromService(schema: z.ZodType, path: readonly PropertyKey[]): Path {
  let inner: z.ZodType | undefined = unwrap(schema);
  const parts: (string | number)[] = [];
  for (const part of path) {
    if (inner instanceof z.ZodObject) parts.push(camelCase(String(part)));
    else parts.push(typeof part === "number" ? part : String(part));
    if (inner instanceof z.ZodObject) inner = unwrap(asType(inner.shape[String(part)]));
    else inner = inner instanceof z.ZodArray ? unwrap(asType(inner.element)) : undefined;
  }
  return parts;
}
