/** An item with its key and its number in the order of creation. */
export interface StoredItem<Item> {
  readonly key: string;
  readonly sequence: number;
  readonly item: Item;
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

export type Collection<Item> = ReturnType<typeof createCollection<Item>>;

/**
 * Items by key, in the order of their creation. It remembers the position of deleted items, so that a list can continue
 * after a cursor that was deleted.
 */
export function createCollection<Item>({ now, keepMs }: Memory) {
  const present = new Map<string, StoredItem<Item>>();
  const sequences = new Map<string, number>();
  /** Oldest write first. */
  let writes: Undo<Item>[] = [];
  /** The items in order. Undefined after a change of an existing item. */
  let ordered: StoredItem<Item>[] | undefined = [];
  let last = 0;

  /** Remembers the value of a key, and forgets writes of long ago. */
  function beforeWrite(key: string): void {
    writes.push({ at: now(), key, before: present.get(key) });
    const kept = keepMs();
    const since = kept === 0 ? Infinity : now() - kept;
    // Most writes drop nothing: the oldest one says so.
    if ((writes[0]?.at ?? Infinity) > since) return;
    writes = writes.filter(({ at }) => at > since);
  }

  /** All items as they were so many milliseconds ago, in order of creation. */
  function items(before = 0): readonly StoredItem<Item>[] {
    const undone = writes.filter(({ at }) => at > now() - before);
    if (undone.length === 0) return (ordered ??= [...present.values()]);
    const past = new Map(present);
    for (const { key, before: value } of undone.toReversed()) {
      if (value === undefined) past.delete(key);
      else past.set(key, value);
    }
    return [...past.values()].sort((left, right) => left.sequence - right.sequence);
  }

  return {
    /** Adds an item after all others. Throws if the key is used. */
    insert(key: string, item: Item): void {
      if (present.has(key)) throw new Error(`The key ${key} is already used`);
      beforeWrite(key);
      last += 1;
      sequences.set(key, last);
      const stored = { key, sequence: last, item };
      present.set(key, stored);
      ordered?.push(stored);
    },
    /** The item as it was so many milliseconds ago. */
    get(key: string, before = 0): Item | undefined {
      const undo = writes.find((write) => write.key === key && write.at > now() - before);
      return (undo === undefined ? present.get(key) : undo.before)?.item;
    },
    /** Replaces an item and keeps its position. Throws if the key is not used. */
    replace(key: string, item: Item): void {
      const current = present.get(key);
      if (current === undefined) throw new Error(`The key ${key} is not used`);
      beforeWrite(key);
      present.set(key, { ...current, item });
      ordered = undefined;
    },
    remove(key: string): void {
      beforeWrite(key);
      present.delete(key);
      ordered = undefined;
    },
    /** The number of the item in the order of creation, also for a deleted item. Undefined if the key was never used. */
    sequenceOf: (key: string): number | undefined => sequences.get(key),
    items,
    /** As `items`, without their keys. */
    records: (): readonly Item[] => items().map(({ item }) => item),
  };
}
