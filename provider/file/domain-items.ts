import { referenceIn } from "./references.ts";
import type { ListTree, MapTree, Tree } from "./tree.ts";

/** Writes out the domains that are given by their name alone: `- www.example.com` is `- name: www.example.com`. */
export function writtenOut(root: MapTree): MapTree {
  const entries = root.entries.map((entry) =>
    entry.key === "domains" && entry.value.kind === "list" ? { ...entry, value: domains(entry.value) } : entry,
  );
  return { ...root, entries };
}

function domains(list: ListTree): ListTree {
  return { ...list, items: list.items.map((item) => (isName(item) ? named(item) : item)) };
}

function isName(item: Tree): boolean {
  return item.kind === "scalar" || referenceIn(item) !== undefined;
}

function named(item: Tree): MapTree {
  return { kind: "map", at: item.at, entries: [{ key: "name", keyAt: item.at, value: item }] };
}
