import type { Clock } from "../clock.ts";
import type { Domain } from "../schemas/domain.ts";
import type { ProjectComponent } from "../schemas/project-component.ts";
import type { Project } from "../schemas/project.ts";
import type { Habits } from "../profile/habits.ts";
import type { Catalogue } from "./catalogue.ts";
import { createCollection } from "./collection.ts";
import type { Collection } from "./collection.ts";
import { createOwners } from "./owners.ts";
import type { Owners } from "./owners.ts";

/** A project with its components and domains. Deleting the project deletes them too. */
export interface StoredProject {
  readonly project: Project;
  readonly components: Collection<ProjectComponent>;
  readonly domains: Collection<Domain>;
  /** When the project can be changed and everything below it is found, in milliseconds since the epoch. */
  readonly readyFrom: number;
}

/** Everything that the service stores. */
export interface Store {
  /** The projects that the token can see. */
  readonly projects: Collection<StoredProject>;
  /** All projects, including those of other tokens. */
  readonly allProjects: Collection<StoredProject>;
  readonly catalogue: Catalogue;
  /** The organizations that the token can create projects in. Undefined: all. */
  readonly organizations: ReadonlySet<string> | undefined;
  /** The projects by organization and slug: the key is `slugKey`. */
  readonly slugs: Owners;
  /** The projects by host name. */
  readonly hostNames: Owners;
  /** By host name: when a detached one can be attached again, in milliseconds since the epoch. */
  readonly releases: Map<string, number>;
  /** A new id that was never used: prj_1, prj_2, ... or pc_1, pc_2, ... */
  newId(prefix: "prj" | "pc"): string;
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

export interface StoreOptions {
  readonly catalogue: Catalogue;
  readonly organizations: ReadonlySet<string> | undefined;
  readonly context: StoreContext;
}

/** What a store needs from outside: its clock and the habits of the service. */
export interface StoreContext {
  readonly clock: Clock;
  readonly habits: () => Habits;
}

export function createStore({ catalogue, organizations, context }: StoreOptions): Store {
  const { clock, habits } = context;
  const used = new Set<string>();
  const counters = { prj: 0, pc: 0 };
  let reads = 0;
  let lists = 0;

  function reserveId(id: string): boolean {
    if (used.has(id)) return false;
    used.add(id);
    return true;
  }

  function newId(prefix: "prj" | "pc"): string {
    counters[prefix] += 1;
    const id = `${prefix}_${counters[prefix]}`;
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
  const allProjects = createCollection<StoredProject>(memory);
  return {
    projects: allProjects,
    allProjects,
    catalogue,
    organizations,
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

/** The key of a project in `slugs`. */
export function slugKey(organizationId: string, slug: string): string {
  return JSON.stringify([organizationId, slug]);
}
