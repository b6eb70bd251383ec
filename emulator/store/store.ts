import type { Clock } from "../clock.ts";
import type { ServiceBehaviour } from "../faults/schedule.ts";
import type { Domain } from "../schemas/domain.ts";
import type { ProjectComponent } from "../schemas/project-component.ts";
import type { Project } from "../schemas/project.ts";
import type { Catalogue } from "./catalogue.ts";
import { createCollection } from "./collection.ts";
import type { Collection } from "./collection.ts";

/** A project and what belongs to it, so that deleting the one deletes the other. */
export interface ProjectEntry {
  readonly project: Project;
  readonly components: Collection<ProjectComponent>;
  readonly domains: Collection<Domain>;
}

/** All that the service remembers. */
export interface Store {
  /** Those that the token sees. */
  readonly projects: Collection<ProjectEntry>;
  /** Those of other tokens too. */
  readonly everyProject: Collection<ProjectEntry>;
  readonly catalogue: Catalogue;
  /** The organizations that the token may create projects in; undefined: any. */
  readonly organizations: ReadonlySet<string> | undefined;
  /** An id never given out before: prj_1, prj_2, ... or pc_1, pc_2, ... */
  newId(prefix: "prj" | "pc"): string;
  /** Keeps an id from being given out; false if it was already. */
  reserveId(id: string): boolean;
  /** The present time in ISO 8601, UTC. */
  timestamp(): string;
  /** What the service does at present that it does not do by rights. */
  behaviour(): ServiceBehaviour;
  /** An empty one, as stale as the service's lists are. */
  newCollection<Item>(): Collection<Item>;
}

export interface StoreOptions {
  readonly catalogue: Catalogue;
  readonly organizations: ReadonlySet<string> | undefined;
  readonly surroundings: StoreSurroundings;
}

/** What a store depends on and does not hold. */
export interface StoreSurroundings {
  readonly clock: Clock;
  readonly behaviour: () => ServiceBehaviour;
}

export function createStore({ catalogue, organizations, surroundings }: StoreOptions): Store {
  const { clock, behaviour } = surroundings;
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
    // A seed may have taken it.
    return reserveId(id) ? id : newId(prefix);
  }

  function newCollection<Item>(): Collection<Item> {
    return createCollection({ now: () => clock.now(), staleMs: () => behaviour().staleListsMs ?? 0 });
  }

  const everyProject = newCollection<ProjectEntry>();
  return {
    projects: everyProject,
    everyProject,
    catalogue,
    organizations,
    newId,
    reserveId,
    timestamp: () => new Date(clock.now()).toISOString(),
    behaviour,
    newCollection,
  };
}
