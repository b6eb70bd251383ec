import type { Collection } from "./collection.ts";
import type { ProjectEntry, Store } from "./store.ts";

/** A store as a token of some organizations sees it: the projects of others are not there. */
export function storeOf(organizations: ReadonlySet<string> | undefined, store: Store): Store {
  if (organizations === undefined) return store;
  const isVisible = ({ project }: ProjectEntry) => organizations.has(project.organization_id);
  return { ...store, organizations, projects: filtered(store.everyProject, isVisible) };
}

function filtered<Item>(all: Collection<Item>, isVisible: (item: Item) => boolean): Collection<Item> {
  function get(key: string): Item | undefined {
    const item = all.get(key);
    return item !== undefined && isVisible(item) ? item : undefined;
  }
  return {
    ...all,
    get,
    // A key that is gone stays a cursor, as it is not known anymore whose it was.
    sequenceOf: (key) => (all.get(key) !== undefined && get(key) === undefined ? undefined : all.sequenceOf(key)),
    entries: () => all.entries().filter(({ item }) => isVisible(item)),
    listed: () => all.listed().filter(({ item }) => isVisible(item)),
  };
}
