import type { Clock } from "../clock.ts";
import type { ServiceBehaviour } from "../faults/schedule.ts";
import type { Domain } from "../schemas/domain.ts";
import type { ProjectComponent } from "../schemas/project-component.ts";
import type { Project } from "../schemas/project.ts";
import type { Catalogue } from "./catalogue.ts";
import { createCollection } from "./collection.ts";
import type { Collection } from "./collection.ts";
import type { Temperament } from "../temperament/temperament.ts";

/** A project with its components and domains. Deleting the project deletes them too. */
export interface StoredProject {
  readonly project: Project;
  readonly components: Collection<ProjectComponent>;
  readonly domains: Collection<Domain>;
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
  /** A new id that was never used: prj_1, prj_2, ... or pc_1, pc_2, ... */
  newId(prefix: "prj" | "pc"): string;
  /** Reserves an id. Returns false if it is already used. */
  reserveId(id: string): boolean;
  /** The current time in ISO 8601, UTC. */
  timestamp(): string;
  /** How the service behaves now, according to the fault schedule. */
  behaviour(): ServiceBehaviour;
  /** The habits of the service now. */
  temperament(): Temperament;
  /** An empty collection. It is as stale as the other lists of the service. */
  newCollection<Item>(): Collection<Item>;
}

export interface StoreOptions {
  readonly catalogue: Catalogue;
  readonly organizations: ReadonlySet<string> | undefined;
  readonly context: StoreContext;
}

/** What a store needs from outside: its clock and the current behaviour of the service. */
export interface StoreContext {
  readonly clock: Clock;
  readonly behaviour: () => ServiceBehaviour;
  /** Default: no habits. */
  readonly temperament?: () => Temperament;
}

export function createStore({ catalogue, organizations, context }: StoreOptions): Store {
  const { clock, behaviour, temperament = () => ({}) } = context;
  const used = new Set<string>();
  const counters = { prj: 0, pc: 0 };

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

  function newCollection<Item>(): Collection<Item> {
    return createCollection({ now: () => clock.now(), staleMs: () => behaviour().staleListsMs ?? 0 });
  }

  const allProjects = newCollection<StoredProject>();
  return {
    projects: allProjects,
    allProjects,
    catalogue,
    organizations,
    newId,
    reserveId,
    timestamp: () => new Date(clock.now()).toISOString(),
    behaviour,
    temperament,
    newCollection,
  };
}
