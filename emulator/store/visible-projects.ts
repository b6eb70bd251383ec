import type { Collection } from "./collection.ts";
import type { StoredProject, Store } from "./store.ts";

/** The part of a store that a token of these organizations can see. Projects of other organizations are not found. */
export function storeVisibleTo(organizations: ReadonlySet<string> | undefined, store: Store): Store {
  if (organizations === undefined) return store;
  const isVisible = ({ project }: StoredProject) => organizations.has(project.organization_id);
  return { ...store, organizations, projects: filtered(store.allProjects, isVisible) };
}

function filtered<Item>(all: Collection<Item>, isVisible: (item: Item) => boolean): Collection<Item> {
  function get(key: string): Item | undefined {
    const item = all.get(key);
    return item !== undefined && isVisible(item) ? item : undefined;
  }
  return {
    ...all,
    get,
    // The key of a deleted item stays a valid cursor: its organization is no longer known.
    sequenceOf: (key) => (all.get(key) !== undefined && get(key) === undefined ? undefined : all.sequenceOf(key)),
    items: () => all.items().filter(({ item }) => isVisible(item)),
    listedItems: () => all.listedItems().filter(({ item }) => isVisible(item)),
  };
}
