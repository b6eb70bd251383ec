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
  /** The item as it was so many milliseconds ago. */
  getBefore(key: string, milliseconds: number): Item | undefined;
  /** Replaces an item and keeps its position. Throws if the key is not used. */
  replace(key: string, item: Item): void;
  remove(key: string): void;
  /** The number of the item in the order of creation, also for a deleted item. Undefined if the key was never used. */
  sequenceOf(key: string): number | undefined;
  /** All items in order of creation. */
  items(): readonly StoredItem<Item>[];
  /** As `items`, without their keys. */
  records(): readonly Item[];
  /** All items as they were so many milliseconds ago, in order of creation. */
  itemsBefore(milliseconds: number): readonly StoredItem<Item>[];
}

/** How a collection remembers the past. */
export interface Memory {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** For how many milliseconds writes can be undone. 0: they show at once, also those of the past. */
  readonly keepMs: () => number;
}

/** The value of a key before a write. */
interface Undo<Item> {
  /** Time of the write, in milliseconds since the epoch. */
  readonly at: number;
  readonly key: string;
  readonly before: StoredItem<Item> | undefined;
}

export function createCollection<Item>({ now, keepMs }: Memory): Collection<Item> {
  const present = new Map<string, StoredItem<Item>>();
  const sequences = new Map<string, number>();
  /** Oldest write first. */
  let writes: Undo<Item>[] = [];
  /** The items in order. Undefined after a change of an existing item. */
  let ordered: StoredItem<Item>[] | undefined = [];
  let last = 0;

  const items = () => (ordered ??= [...present.values()]);

  /** Remembers the value of a key, and forgets writes of long ago. */
  function beforeWrite(key: string): void {
    writes.push({ at: now(), key, before: present.get(key) });
    const kept = keepMs();
    const since = kept === 0 ? Infinity : now() - kept;
    // Most writes drop nothing: the oldest one says so.
    if ((writes[0]?.at ?? Infinity) > since) return;
    writes = writes.filter(({ at }) => at > since);
  }

  return {
    insert(key, item) {
      if (present.has(key)) throw new Error(`The key ${key} is already used`);
      beforeWrite(key);
      last += 1;
      sequences.set(key, last);
      const stored = { key, sequence: last, item };
      present.set(key, stored);
      ordered?.push(stored);
    },
    get: (key) => present.get(key)?.item,
    getBefore(key, milliseconds) {
      const undo = writes.find((write) => write.key === key && write.at > now() - milliseconds);
      return undo === undefined ? present.get(key)?.item : undo.before?.item;
    },
    replace(key, item) {
      const current = present.get(key);
      if (current === undefined) throw new Error(`The key ${key} is not used`);
      beforeWrite(key);
      present.set(key, { ...current, item });
      ordered = undefined;
    },
    remove(key) {
      beforeWrite(key);
      present.delete(key);
      ordered = undefined;
    },
    sequenceOf: (key) => sequences.get(key),
    items,
    records: () => items().map(({ item }) => item),
    itemsBefore(milliseconds) {
      const undone = writes.filter(({ at }) => at > now() - milliseconds);
      if (undone.length === 0) return items();
      const past = new Map(present);
      for (const { key, before } of undone.toReversed()) {
        if (before === undefined) past.delete(key);
        else past.set(key, before);
      }
      return [...past.values()].sort((left, right) => left.sequence - right.sequence);
    },
  };
}
