import type { Clock } from "../clock.ts";
import type { Catalogue } from "../kinds/catalogue.ts";
import type { Habits } from "../profile/habits.ts";
import { createCollection } from "./collection.ts";
import { createOwners } from "./owners.ts";

/** What a store needs from outside: its clock and the habits of the service. */
export interface StoreContext {
  readonly clock: Clock;
  readonly habits: () => Habits;
}

export type Core = ReturnType<typeof createCore>;

/** What every kind of object uses: names that are taken, ids, time, and the habits of the service. */
export function createCore(catalogue: Catalogue, { clock, habits }: StoreContext) {
  const used = new Set<string>();
  const counters = new Map<string, number>();
  let reads = 0;
  let lists = 0;

  /** Reserves an id. Returns false if it is already used. */
  function reserveId(id: string): boolean {
    if (used.has(id)) return false;
    used.add(id);
    return true;
  }

  /** A new id that was never used: prj_1, prj_2, ... */
  function newId(prefix: string): string {
    const count = (counters.get(prefix) ?? 0) + 1;
    counters.set(prefix, count);
    const id = `${prefix}_${count}`;
    // A seed can have used it already.
    return reserveId(id) ? id : newId(prefix);
  }

  function keepMs(): number {
    const { staleListsMs = 0, lists: { goBackMs = 0 } = {}, late: { readsMs = 0 } = {} } = habits();
    return Math.max(staleListsMs, goBackMs, readsMs);
  }

  /** By how many milliseconds the next list lags. Call it once for each list: lists can go back in time. */
  function nextListLag(): number {
    lists += 1;
    const { staleListsMs = 0, lists: { goBackMs = 0 } = {} } = habits();
    return lists % 2 === 0 ? Math.max(staleListsMs, goBackMs) : staleListsMs;
  }

  /** Milliseconds since the epoch. */
  const now = (): number => clock.now();
  return {
    catalogue,
    /** The projects by organization and slug: the key is `slugKey`. */
    slugs: createOwners(),
    /** The projects by host name. */
    hostNames: createOwners(),
    /** By host name: when a detached one can be attached again, in milliseconds since the epoch. */
    releases: new Map<string, number>(),
    newId,
    reserveId,
    now,
    /** The current time in ISO 8601, UTC. */
    timestamp: () => new Date(now()).toISOString(),
    /** The habits of the service now, with what the fault schedule says of the service as a whole. */
    habits,
    nextListLag,
    /** A number that grows with each call. */
    countRead: () => (reads += 1),
    /** An empty collection. It is as stale as the other lists of the service. */
    newCollection: <Item>() => createCollection<Item>({ now, keepMs }),
  };
}
