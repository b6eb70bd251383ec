export interface Entry<Item> {
  readonly key: string;
  readonly sequence: number;
  readonly item: Item;
}

/**
 * Items by key, in the exact order of their creation. The place of a deleted item is remembered, so that a list can be
 * continued after a cursor whose object is gone.
 */
export interface Collection<Item> {
  /** Adds an item behind all others; the key must be free. */
  insert(key: string, item: Item): void;
  get(key: string): Item | undefined;
  /** Changes an item in its place; the key must be taken. */
  replace(key: string, item: Item): void;
  remove(key: string): void;
  /** Where the item with this key is in the order of creation, or was when it was last there. */
  sequenceOf(key: string): number | undefined;
  /** In ascending order of creation. */
  entries(): readonly Entry<Item>[];
  /** What a list shows: the entries, or, where lists are stale, those of a while ago. */
  listed(): readonly Entry<Item>[];
}

/** How far lists lag behind. */
export interface Staleness {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** How many milliseconds ago a write has to be to show in a list. */
  readonly staleMs: () => number;
}

/** The entries until a write. */
interface Past<Item> {
  /** Milliseconds since the epoch. */
  readonly until: number;
  readonly entries: readonly Entry<Item>[];
}

export function createCollection<Item>({ now, staleMs }: Staleness): Collection<Item> {
  const present = new Map<string, Entry<Item>>();
  const sequences = new Map<string, number>();
  const pasts: Past<Item>[] = [];
  let last = 0;

  const entries = () => [...present.values()];

  function beforeWrite(): void {
    if (staleMs() > 0) pasts.push({ until: now(), entries: entries() });
    // What is not asked for is not remembered, however long the emulator runs.
    else pasts.length = 0;
  }

  return {
    insert(key, item) {
      if (present.has(key)) throw new Error(`The key ${key} is taken`);
      beforeWrite();
      last += 1;
      sequences.set(key, last);
      present.set(key, { key, sequence: last, item });
    },
    get: (key) => present.get(key)?.item,
    replace(key, item) {
      const entry = present.get(key);
      if (entry === undefined) throw new Error(`The key ${key} is free`);
      beforeWrite();
      present.set(key, { ...entry, item });
    },
    remove(key) {
      beforeWrite();
      present.delete(key);
    },
    sequenceOf: (key) => sequences.get(key),
    entries,
    listed() {
      const stale = staleMs();
      if (stale === 0) return entries();
      const shown = now() - stale;
      return pasts.find(({ until }) => until > shown)?.entries ?? entries();
    },
  };
}
