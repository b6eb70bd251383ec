import { referenceIn } from "./references.ts";
import type { ListTree, MapTree, Tree } from "./tree.ts";

/** Turns the short form of a domain into the long one: `- www.example.com` into `- name: www.example.com`. */
export function expandDomains(root: MapTree): MapTree {
  const entries = root.entries.map((pair) =>
    pair.key === "domains" && pair.value.kind === "list" ? { ...pair, value: expandItems(pair.value) } : pair,
  );
  return { ...root, entries };
}

function expandItems(list: ListTree): ListTree {
  return { ...list, items: list.items.map((item) => (isName(item) ? mapWithName(item) : item)) };
}

function isName(item: Tree): boolean {
  return item.kind === "scalar" || referenceIn(item) !== undefined;
}

function mapWithName(name: Tree): MapTree {
  const { position } = name;
  return { kind: "map", position, entries: [{ key: "name", keyPosition: position, value: name }] };
}
