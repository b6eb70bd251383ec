import type { Clock } from "../clock.ts";
import type { Catalogue } from "../kinds/catalogue.ts";
import type { Habits } from "../profile/habits.ts";
import { createCollection, type Collection } from "./collection.ts";
import { createOwners, type Owners } from "./owners.ts";

/** What every kind of object uses: names that are taken, ids, time, and the habits of the service. */
export interface Core {
  readonly catalogue: Catalogue;
  /** The projects by organization and slug: the key is `slugKey`. */
  readonly slugs: Owners;
  /** The projects by host name. */
  readonly hostNames: Owners;
  /** By host name: when a detached one can be attached again, in milliseconds since the epoch. */
  readonly releases: Map<string, number>;
  /** A new id that was never used: prj_1, prj_2, ... */
  newId(prefix: string): string;
  /** Reserves an id. Returns false if it is already used. */
  reserveId(id: string): boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The current time in ISO 8601, UTC. */
  timestamp(): string;
  /** The habits of the service now, with what the fault schedule says of the service as a whole. */
  habits(): Habits;
  /** By how many milliseconds the next list lags. Call it once for each list: lists can go back in time. */
  nextListLag(): number;
  /** A number that grows with each call. */
  countRead(): number;
  /** An empty collection. It is as stale as the other lists of the service. */
  newCollection<Item>(): Collection<Item>;
}

/** What a store needs from outside: its clock and the habits of the service. */
export interface StoreContext {
  readonly clock: Clock;
  readonly habits: () => Habits;
}

export function createCore(catalogue: Catalogue, { clock, habits }: StoreContext): Core {
  const used = new Set<string>();
  const counters = new Map<string, number>();
  let reads = 0;
  let lists = 0;

  function reserveId(id: string): boolean {
    if (used.has(id)) return false;
    used.add(id);
    return true;
  }

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

  function nextListLag(): number {
    lists += 1;
    const { staleListsMs = 0, lists: { goBackMs = 0 } = {} } = habits();
    return lists % 2 === 0 ? Math.max(staleListsMs, goBackMs) : staleListsMs;
  }

  const memory = { now: () => clock.now(), keepMs };
  return {
    catalogue,
    slugs: createOwners(),
    hostNames: createOwners(),
    releases: new Map(),
    newId,
    reserveId,
    now: () => clock.now(),
    timestamp: () => new Date(clock.now()).toISOString(),
    habits,
    nextListLag,
    countRead: () => (reads += 1),
    newCollection: () => createCollection(memory),
  };
}
