import { z } from "zod";
import { type Fields, isObject } from "../core/resources/json.ts";
import { oncePerObject } from "../core/resources/once-per-object.ts";
import { child, type Path, unwrap } from "../core/resources/schema-walk.ts";

/** Converts a name of the service to TypeScript's form: `block_duration` to `blockDuration`. Underscores in front stay. */
export function camelCase(name: string): string {
  return name.replace(/(?<=[^_])_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

/** A key that the schema does not have. `path` is in camel case; `known` are the names that the schema has there. */
export interface UnknownField {
  readonly path: Path;
  readonly known: readonly string[];
}

/** The service's name of a field, and what it is called after a conversion. `undefined` if it is left out. */
type Rename = (schema: z.ZodObject, key: string, path: Path) => { name: string; to: string } | undefined;

/**
 * Renames the fields in a value. The schema tells names from data: keys of free records (a component's settings, `extra`, values in the
 * conditions of a cache rule) stay unchanged.
 */
function convert(schema: z.ZodType | undefined, value: unknown, rename: Rename, path: Path = []): unknown {
  const inner = schema && unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown, index) => convert(child(inner, index), item, rename, [...path, index]));
  }
  return inner instanceof z.ZodObject && isObject(value) ? convertFields(inner, value, rename, path) : value;
}

function convertFields(schema: z.ZodObject, value: Fields, rename: Rename, path: Path = []): Fields {
  const entries = Object.entries(value).flatMap(([key, content]) => {
    const fieldPath = [...path, key];
    const renamed = rename(schema, key, fieldPath);
    return renamed === undefined
      ? []
      : [[renamed.to, convert(child(schema, renamed.name), content, rename, fieldPath)]];
  });
  return Object.fromEntries(entries);
}

/** The service's names by TypeScript's. */
const namesOf = oncePerObject(
  ({ shape }: z.ZodObject) => new Map(Object.keys(shape).map((name) => [camelCase(name), name])),
);

/** TypeScript's names to the service's. Keys that the schema does not have are left out and reported to `onUnknown`. */
export function fieldsToService(
  schema: z.ZodObject,
  value: Fields,
  onUnknown: (field: UnknownField) => void = () => {},
): Fields {
  return convertFields(schema, value, (owner, key, path) => {
    const names = namesOf(owner);
    const name = names.get(key);
    if (name === undefined) onUnknown({ path, known: [...names.keys()] });
    return name === undefined ? undefined : { name, to: name };
  });
}

/** Converts the service's names to TypeScript's. A key that the schema does not have keeps its name. */
export function fieldsFromService(schema: z.ZodObject, value: Fields): Fields {
  return convertFields(schema, value, ({ shape }, name) => ({
    name,
    to: Object.hasOwn(shape, name) ? camelCase(name) : name,
  }));
}

/** Only what has a value. */
export function present<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> };
export function present(values: object): object {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
}

/** A path in Pulumi's notation: `rateLimiting[0].blockDuration`, and `extra["a.b"]` where a key is no plain word. */
export function formatPath(path: Path): string {
  const parts = path.map((part, index) => {
    if (typeof part === "number") return `[${part}]`;
    if (index === 0) return part;
    return /^[\w$-]+$/.test(part) ? `.${part}` : `["${part.replaceAll('"', '\\"')}"]`;
  });
  return parts.join("");
}

/** Converts the service's names in a path to TypeScript's. */
export function pathFromService(schema: z.ZodType, path: readonly PropertyKey[]): Path {
  let inner: z.ZodType | undefined = schema;
  return path.map((part) => {
    const key = typeof part === "number" ? part : String(part);
    const owner = inner && unwrap(inner);
    inner = child(inner, key);
    return owner instanceof z.ZodObject ? camelCase(String(key)) : key;
  });
}
