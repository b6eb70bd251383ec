import type { z } from "zod";
import { isObject, type Fields } from "../resources/json.ts";
import { child, takesMap, type Path } from "../resources/schema-walk.ts";
import { VARIABLE_NAME, type FoundVariable } from "./file-environment.ts";
import { pathKey } from "./path.ts";
import type { Position, Positions } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";
import type { MapTree, Tree } from "./tree.ts";

/** `{ env: NAME }` or `{ secret: NAME }` in a file, with the variable's value. */
export interface Reference {
  readonly path: Path;
  readonly variable: string;
  readonly secret: boolean;
  readonly position: Position;
  readonly found: FoundVariable;
}

/** One value of a file. */
export interface FileValue {
  readonly path: Path;
  readonly positions: Positions;
  readonly tree: Tree;
  readonly reference?: Reference | undefined;
}

/** Values by `pathKey`, in the order of the file. */
export type FileValues = ReadonlyMap<string, FileValue>;

export interface ResolvedFile {
  /** Plain data. A reference is replaced by its variable's text; empty if the variable is missing or refused. */
  readonly data: Fields;
  readonly values: FileValues;
  readonly references: readonly Reference[];
  readonly problems: readonly Problem[];
}

/** The sections in which references are allowed. */
export const SECTIONS: ReadonlySet<string> = new Set(["project", "components", "domains"]);

/** Turns the tree of a file into plain data, and replaces each reference by its variable's text. */
export function resolveReferences(
  root: MapTree,
  schema: z.ZodType,
  findVariable: (name: string) => FoundVariable,
): ResolvedFile {
  const values = new Map<string, FileValue>();
  const references: Reference[] = [];
  const problems: Problem[] = [];

  const resolve = (written: Tree, schema: z.ZodType | undefined, path: Path, key: Position): unknown => {
    const tree = path[0] === "domains" && path.length === 2 ? longDomain(written) : written;
    const inSection = typeof path[0] === "string" && SECTIONS.has(path[0]);
    const reference = inSection && !takesMap(schema) ? referenceIn(tree) : undefined;
    if (reference !== undefined) return resolveReference(tree, reference, path, key);
    values.set(pathKey(path), { path, positions: { key, value: tree.position }, tree });
    switch (tree.kind) {
      case "scalar":
        return tree.value;
      case "list":
        return tree.items.map((item, index) => resolve(item, child(schema, index), [...path, index], item.position));
      case "map":
        return resolveMap(tree, schema, path);
    }
  };

  const resolveMap = (tree: MapTree, schema: z.ZodType | undefined, path: Path): Record<string, unknown> =>
    Object.fromEntries(
      tree.entries.map(({ key, keyPosition, value }) => [
        key,
        resolve(value, child(schema, key), [...path, key], keyPosition),
      ]),
    );

  const resolveReference = (tree: Tree, written: WrittenReference, path: Path, key: Position): string => {
    const { name, secret } = written;
    if (typeof name !== "string" || !VARIABLE_NAME.test(name)) {
      const message = "must be the name of an environment variable: letters, digits and _, not beginning with a digit";
      problems.push(createProblem("error", written.position, path, message));
      values.set(pathKey(path), { path, positions: { key, value: written.position }, tree });
      return "";
    }
    const found = findVariable(name);
    const reference = { path, variable: name, secret, position: tree.position, found };
    references.push(reference);
    values.set(pathKey(path), { path, positions: { key, value: tree.position }, tree, reference });
    return "value" in found ? found.value : "";
  };

  values.set(pathKey([]), { path: [], positions: { key: root.position, value: root.position }, tree: root });
  return { data: resolveMap(root, schema, []), values, references, problems };
}

interface WrittenReference {
  readonly name: unknown;
  readonly secret: boolean;
  /** The position of the name. */
  readonly position: Position;
}

/** The reference that a tree is: a map with the single key `env` or `secret`, and a scalar as its value. */
function referenceIn(tree: Tree): WrittenReference | undefined {
  if (tree.kind !== "map" || tree.entries.length !== 1) return undefined;
  const [pair] = tree.entries;
  if (pair?.key !== "env" && pair?.key !== "secret") return undefined;
  const { key, value } = pair;
  return value.kind === "scalar"
    ? { name: value.value, secret: key === "secret", position: value.position }
    : undefined;
}

/** A domain in its long form: `- name: www.example.com` for `- www.example.com`. */
function longDomain(item: Tree): Tree {
  if (item.kind !== "scalar" && referenceIn(item) === undefined) return item;
  const { position } = item;
  return { kind: "map", position, entries: [{ key: "name", keyPosition: position, value: item }] };
}

/** The single entry of plain data that a file reads as a reference. `undefined` for any other value. Does not check the content. */
export function referenceData(
  value: unknown,
): { readonly key: "env" | "secret"; readonly content: unknown } | undefined {
  const [[key, content] = [], ...more] = isObject(value) ? Object.entries(value) : [];
  return more.length === 0 && (key === "env" || key === "secret") ? { key, content } : undefined;
}
