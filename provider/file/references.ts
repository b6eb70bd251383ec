import type { z } from "zod";
import { pathKey } from "./path.ts";
import type { Position } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";
import { child, type Path, takesMap } from "../resources/schema-walk.ts";
import type { MapTree, Tree } from "./tree.ts";
import type { Fields } from "../resources/json.ts";

/** Variables by name, as in `process.env`; whoever calls hands it in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** `{ env: NAME }` or `{ secret: NAME }` in a file, with what the environment says of it. */
export interface Reference {
  readonly path: Path;
  readonly variable: string;
  readonly secret: boolean;
  readonly position: Position;
  readonly found: { readonly value: string } | { readonly missing: "unset" | "empty" };
}

/** One value of a file. */
export interface Place {
  readonly path: Path;
  /** Of the value itself. */
  readonly at: Position;
  /** Where it begins for a reader: its key, or the item of a list. */
  readonly from: Position;
  readonly tree: Tree;
  readonly reference?: Reference | undefined;
}

export interface Resolved {
  /** Plain data. A reference is its variable's text, empty where there is none. */
  readonly value: Fields;
  /** By `pathKey`, in the order of the file. */
  readonly places: ReadonlyMap<string, Place>;
  readonly references: readonly Reference[];
  readonly problems: readonly Problem[];
}

/** Where references stand for values. */
export const SECTIONS: ReadonlySet<string> = new Set(["project", "components", "domains"]);

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Makes plain data of a file's tree, with the variables' text where a reference stands for a value. */
export function resolveReferences(root: MapTree, schema: z.ZodType, environment: Environment): Resolved {
  const places = new Map<string, Place>();
  const references: Reference[] = [];
  const problems: Problem[] = [];

  const visit = (tree: Tree, schema: z.ZodType | undefined, path: Path, from: Position): unknown => {
    const section = typeof path[0] === "string" && SECTIONS.has(path[0]);
    const reference = section && !takesMap(schema) ? referenceIn(tree) : undefined;
    if (reference !== undefined) return look(tree, reference, path, from);
    places.set(pathKey(path), { path, at: tree.at, from, tree });
    switch (tree.kind) {
      case "scalar":
        return tree.value;
      case "list":
        return tree.items.map((item, index) => visit(item, child(schema, index), [...path, index], item.at));
      case "map":
        return mapOf(tree, schema, path);
    }
  };

  const mapOf = (tree: MapTree, schema: z.ZodType | undefined, path: Path): Record<string, unknown> =>
    Object.fromEntries(
      tree.entries.map(({ key, keyAt, value }) => [key, visit(value, child(schema, key), [...path, key], keyAt)]),
    );

  const look = (tree: Tree, { name, secret, at }: Written, path: Path, from: Position): string => {
    if (typeof name !== "string" || !NAME.test(name)) {
      const message = "the name of an environment variable belongs here: letters, digits and _, not a digit first";
      problems.push(createProblem("error", at, path, message));
      places.set(pathKey(path), { path, at, from, tree });
      return "";
    }
    const text = Object.hasOwn(environment, name) ? environment[name] : undefined;
    const found = text === undefined || text === "" ? missing(text) : { value: text };
    const reference = { path, variable: name, secret, position: tree.at, found };
    references.push(reference);
    places.set(pathKey(path), { path, at: tree.at, from, tree, reference });
    return text ?? "";
  };

  places.set(pathKey([]), { path: [], at: root.at, from: root.at, tree: root });
  return { value: mapOf(root, schema, []), places, references, problems };
}

function missing(text: string | undefined): Reference["found"] {
  return { missing: text === undefined ? "unset" : "empty" };
}

interface Written {
  readonly name: unknown;
  readonly secret: boolean;
  readonly at: Position;
}

/** A map with the one key `env` or `secret`, and no further map or list under it. */
export function referenceIn(tree: Tree): Written | undefined {
  if (tree.kind !== "map" || tree.entries.length !== 1) return undefined;
  const [entry] = tree.entries;
  if (entry?.key !== "env" && entry?.key !== "secret") return undefined;
  const { key, value } = entry;
  return value.kind === "scalar" ? { name: value.value, secret: key === "secret", at: value.at } : undefined;
}
