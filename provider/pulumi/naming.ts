import { z } from "zod";
import { type Fields, isObject } from "../resources/json.ts";
import { asType, type Path, unwrap } from "../resources/schema-walk.ts";

/** `block_duration` as `blockDuration`: the service's names as TypeScript writes them. */
export function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A key that the schema does not name. `path` leads to it, in camel case; `known` are the names there are. */
export interface UnknownField {
  readonly path: Path;
  readonly known: readonly string[];
}

/**
 * A value with TypeScript's names as one with the service's. The schema tells what is a name and what is data: keys of
 * free records (a component's settings, `extra`, values in the conditions of a cache rule) are left as they are. Keys
 * that the schema does not name are left out, and told to `unknown`.
 */
export function toService(
  schema: z.ZodType,
  value: unknown,
  unknown: (field: UnknownField) => void = () => {},
  path: Path = [],
): unknown {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown, index) => toService(asType(inner.element), item, unknown, [...path, index]));
  }
  return inner instanceof z.ZodObject && isObject(value) ? fieldsToService(inner, value, unknown, path) : value;
}

/** {@link toService} for an object. */
export function fieldsToService(
  schema: z.ZodObject,
  value: Fields,
  unknown: (field: UnknownField) => void = () => {},
  path: Path = [],
): Fields {
  const names = new Map(Object.keys(schema.shape).map((name) => [camelCase(name), name]));
  const fields: Record<string, unknown> = {};
  for (const [key, content] of Object.entries(value)) {
    const name = names.get(key);
    const at = [...path, key];
    if (name === undefined) unknown({ path: at, known: [...names.keys()] });
    else fields[name] = toService(asType(schema.shape[name]), content, unknown, at);
  }
  return fields;
}

/** The way back. A key that the schema does not name keeps its name: it is the service's, and newer than this version. */
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

/** A path as Pulumi writes one: `rateLimiting[0].blockDuration`. */
export function written(path: Path): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index === 0 ? "" : "."}${part}`))
    .join("");
}

/** A path by the service's names as one with TypeScript's. */
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
