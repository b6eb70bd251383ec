import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";

/** A value in a file. `null`: nothing is written after a key. */
export type Node = ParsedNode | null;

/** A pair of a map, or an item of a list. */
export interface Entry {
  readonly name: string | number;
  readonly key?: ParsedNode;
  readonly value: Node;
}

export function entriesOf(node: Node): Entry[] {
  if (isSeq(node)) return node.items.map((value, name) => ({ name, value }));
  if (!isMap(node)) return [];
  return node.items.map(({ key, value }) => ({ name: isScalar(key) ? String(key.value) : "", key, value }));
}

/** A value as plain data. References stay as they are written. */
export function contentOf(node: Node): unknown {
  if (isSeq(node)) return node.items.map((item) => contentOf(item));
  if (isMap(node)) return Object.fromEntries(entriesOf(node).map(({ name, value }) => [name, contentOf(value)]));
  return isScalar(node) ? node.value : null;
}
