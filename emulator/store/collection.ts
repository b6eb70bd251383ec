/** An item with its key and its number in the order of creation. */
export interface StoredItem<Item> {
  readonly key: string;
  readonly sequence: number;
  readonly item: Item;
}

/**
 * Items by key, in the order of their creation. It remembers the position of deleted items, so that a list can continue
 * after a cursor that was deleted.
 */
export interface Collection<Item> {
  /** Adds an item after all others. Throws if the key is used. */
  insert(key: string, item: Item): void;
  get(key: string): Item | undefined;
  /** Replaces an item and keeps its position. Throws if the key is not used. */
  replace(key: string, item: Item): void;
  remove(key: string): void;
  /** The number of the item in the order of creation, also for a deleted item. Undefined if the key was never used. */
  sequenceOf(key: string): number | undefined;
  /** All items in order of creation. */
  items(): readonly StoredItem<Item>[];
  /** The items that a list shows. If lists are stale, these are the items of some time ago. */
  listedItems(): readonly StoredItem<Item>[];
}

/** How far lists lag behind writes. */
export interface Staleness {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds until a write shows in a list. */
  readonly staleMs: () => number;
}

/** The items before a write. */
interface Snapshot<Item> {
  /** Time of the write, in milliseconds since the epoch. */
  readonly until: number;
  readonly items: readonly StoredItem<Item>[];
}

export function createCollection<Item>({ now, staleMs }: Staleness): Collection<Item> {
  const present = new Map<string, StoredItem<Item>>();
  const sequences = new Map<string, number>();
  const snapshots: Snapshot<Item>[] = [];
  let last = 0;

  const items = () => [...present.values()];

  function beforeWrite(): void {
    if (staleMs() > 0) snapshots.push({ until: now(), items: items() });
    // Without staleness, keep no snapshots, so that memory does not grow.
    else snapshots.length = 0;
  }

  return {
    insert(key, item) {
      if (present.has(key)) throw new Error(`The key ${key} is already used`);
      beforeWrite();
      last += 1;
      sequences.set(key, last);
      present.set(key, { key, sequence: last, item });
    },
    get: (key) => present.get(key)?.item,
    replace(key, item) {
      const current = present.get(key);
      if (current === undefined) throw new Error(`The key ${key} is not used`);
      beforeWrite();
      present.set(key, { ...current, item });
    },
    remove(key) {
      beforeWrite();
      present.delete(key);
    },
    sequenceOf: (key) => sequences.get(key),
    items,
    listedItems() {
      const stale = staleMs();
      if (stale === 0) return items();
      const shownUntil = now() - stale;
      return snapshots.find(({ until }) => until > shownUntil)?.items ?? items();
    },
  };
}
