import type { Collection } from "./collection.ts";
import type { StoredProject, Store } from "./store.ts";

/** The part of a store that a token of these organizations can see. Projects of other organizations are not found. */
export function storeVisibleTo(organizations: ReadonlySet<string> | undefined, store: Store): Store {
  if (organizations === undefined) return store;
  const isVisible = ({ project }: StoredProject) => organizations.has(project.organization_id);
  return { ...store, organizations, projects: filtered(store.allProjects, isVisible) };
}

function filtered<Item>(all: Collection<Item>, isVisible: (item: Item) => boolean): Collection<Item> {
  const visible = (item: Item | undefined) => (item !== undefined && isVisible(item) ? item : undefined);
  return {
    ...all,
    get: (key, before) => visible(all.get(key, before)),
    // The key of a deleted item stays a valid cursor: its organization is no longer known.
    sequenceOf: (key) => {
      const item = all.get(key);
      return item !== undefined && !isVisible(item) ? undefined : all.sequenceOf(key);
    },
    items: (before) => all.items(before).filter(({ item }) => isVisible(item)),
    records: () => all.records().filter(isVisible),
  };
}
