import { isMap, isScalar, isSeq, type ParsedNode, type Scalar, type YAMLMap } from "yaml";
import type { z } from "zod";
import type { Fields } from "../resources/json.ts";
import { SECTIONS } from "../resources/kind.ts";
import { child, takesMap, type Path } from "../resources/schema-walk.ts";
import type { FoundVariable } from "./file-environment.ts";
import { pathKey, type Position, type Positions } from "./position.ts";
import type { ProblemList } from "./problem.ts";
import { fileSchema } from "./schema.ts";
import { MAX_LEVELS, TOO_DEEP } from "./parse-yaml.ts";
import { mistakeIn, placeholderFor, readTyped, type WrittenReference } from "./typed-reference.ts";

/** `{ env: NAME }`, with a `type` or without, or `{ secret: NAME }` in a file, with the variable's text. */
export interface Reference {
  readonly path: Path;
  readonly variable: string;
  readonly secret: boolean;
  /** The type of a value that is no text. Default: none. */
  readonly type?: unknown;
  /** Why the field cannot be written so. Default: it can. */
  readonly mistake?: string | undefined;
  readonly position: Position;
  readonly found: FoundVariable;
}

export interface FileValue {
  readonly path: Path;
  readonly positions: Positions;
  readonly written:
    | WrittenScalar
    | { readonly kind: "list" }
    | { readonly kind: "map"; readonly keys: readonly unknown[] };
  readonly reference?: Reference;
}

export interface WrittenScalar {
  readonly kind: "scalar";
  /** As YAML 1.2 reads it: `yes` is text, `012` is a number. */
  readonly value: string | number | boolean | null;
  /** The text in the file if it is neither quoted nor a block. `""` means that nothing is written after the key. */
  readonly plain?: string;
}

/** Values by `pathKey`, in the order of the file. */
export type FileValues = ReadonlyMap<string, FileValue>;

export interface ResolvedFile {
  /** Plain data. A reference is replaced by its variable's value, or by a placeholder if the variable is missing or refused. */
  readonly data: Fields;
  readonly values: FileValues;
  readonly references: readonly Reference[];
}

/** The sections in which references are allowed. */
export const DECLARING: ReadonlySet<string> = new Set(["project", ...Object.values(SECTIONS)]);

/**
 * Turns parsed YAML into plain data, puts each value into `values`, and replaces each reference by its variable's value. Reports
 * duplicate keys and keys that are not text, and leaves them out.
 */
export function readValues(
  root: YAMLMap.Parsed,
  locate: (offset: number) => Position,
  findVariable: (name: unknown) => FoundVariable,
  values: Map<string, FileValue>,
  problems: ProblemList,
): ResolvedFile {
  const references: Reference[] = [];
  const add = (value: FileValue): void => void values.set(pathKey(value.path), value);

  const read = (node: ParsedNode | null, schema: z.ZodType | undefined, path: Path, positions: Positions): unknown => {
    const reference = DECLARING.has(String(path[0])) && !takesMap(schema) ? referenceIn(node) : undefined;
    if (path[0] === "domains" && path.length === 2 && (!isCollection(node) || referenceIn(node) !== undefined)) {
      // The short form: `- www.example.com` for `- name: www.example.com`.
      add({ path, positions, written: { kind: "map", keys: ["name"] } });
      return { name: read(node, child(schema, "name"), [...path, "name"], positions) };
    }
    if (reference !== undefined) return readReference(reference, schema, path, positions);
    if (!isCollection(node)) {
      const written = scalarOf(node);
      add({ path, positions, written });
      return written.value;
    }
    if (path.length >= MAX_LEVELS) {
      problems.refuse(positions.value, TOO_DEEP, path);
      return [];
    }
    if (isMap(node)) {
      const keys = node.items.map(({ key }) => (isScalar(key) ? key.value : undefined));
      add({ path, positions, written: { kind: "map", keys } });
      return readMap(node, schema, path);
    }
    add({ path, positions, written: { kind: "list" } });
    return node.items.map((item, index) => {
      const position = locate(item.range[0]);
      return read(item, child(schema, index), [...path, index], { key: position, value: position });
    });
  };

  const readMap = (map: YAMLMap.Parsed, schema: z.ZodType | undefined, path: Path): Fields => {
    const before = new Map<string, Position>();
    const entries = map.items.flatMap(({ key: node, value }): [string, unknown][] => {
      const key = locate(node.range[0]);
      const name: unknown = isScalar(node) ? node.value : undefined;
      if (typeof name !== "string") {
        problems.refuse(key, "a key must be text; put it in quotes, or remove it", path);
        return [];
      }
      const refusal = keyRefusal(name, isScalar(node) && node.type === "PLAIN", before.get(name));
      if (refusal !== undefined) {
        problems.refuse(key, refusal, [...path, name]);
        return [];
      }
      before.set(name, key);
      const positions = { key, value: value === null ? locate(node.range[1]) : locate(value.range[0]) };
      return [[name, read(value, child(schema, name), [...path, name], positions)]];
    });
    return Object.fromEntries(entries);
  };

  const readReference = (
    written: WrittenReference,
    schema: z.ZodType | undefined,
    path: Path,
    positions: Positions,
  ): unknown => {
    const { key, name, type } = written;
    const variable = typeof name === "string" ? name : "";
    const text = findVariable(name);
    const mistake = mistakeIn(written, schema);
    const read = "value" in text && mistake === undefined ? readTyped(type, text.value) : undefined;
    const found =
      read !== undefined && "broken" in read
        ? { refused: `the value of environment variable ${variable} ${read.broken}` }
        : text;
    const reference = { path, variable, secret: key === "secret", type, mistake, position: positions.value, found };
    references.push(reference);
    add({ path, positions, written: { kind: "map", keys: [key] }, reference });
    return read !== undefined && "value" in read ? read.value : placeholderFor(schema);
  };

  const start = locate(root.range[0]);
  add({ path: [], positions: { key: start, value: start }, written: { kind: "map", keys: [] } });
  return { data: readMap(root, fileSchema, []), values, references };
}

function isCollection(node: ParsedNode | null): node is Extract<ParsedNode, { items: unknown[] }> {
  return isMap(node) || isSeq(node);
}

function scalarOf(node: ParsedNode | null): WrittenScalar {
  // An alias cannot be here: `tokenizeYaml` refuses them all.
  if (!isScalar(node)) return { kind: "scalar", value: null, plain: "" };
  const { value, source, type }: Scalar.Parsed = node;
  const known = typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
  // Nodes without any text have no type.
  return { kind: "scalar", value: known, ...(type === undefined || type === "PLAIN" ? { plain: source } : {}) };
}

function keyRefusal(key: string, isPlain: boolean, first: Position | undefined): string | undefined {
  if (first !== undefined) return `duplicate key, same as at ${first.line}:${first.column}; remove one of them`;
  if (key === "<<" && isPlain) return "merge keys (<<) are not supported; write the fields themselves";
  return key === "__proto__" ? "__proto__ cannot be the name of a field; remove it" : undefined;
}

/** The reference that a value is: a map with the key `env` or `secret`, perhaps `type`, no other, and scalars as their values. */
function referenceIn(node: ParsedNode | null): WrittenReference | undefined {
  if (!isMap(node) || node.items.length > 2) return undefined;
  const scalars = node.items.flatMap(({ key, value }): [unknown, unknown][] =>
    isScalar(key) && isScalar(value) ? [[key.value, value.value]] : [],
  );
  const key = (["env", "secret"] as const).find((each) => scalars.some(([name]) => name === each));
  const type = scalars.find(([name]) => name === "type");
  if (key === undefined || node.items.length !== (type === undefined ? 1 : 2)) return undefined;
  return { key, name: scalars.find(([name]) => name === key)?.[1], type: type?.[1] };
}
