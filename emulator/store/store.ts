import type { Children } from "../kinds/children.ts";
import type { Project } from "../schemas/project.ts";
import type { Collection } from "./collection.ts";
import type { Core } from "./core.ts";

/** A project with what is in it. Deleting the project deletes that too. */
export interface StoredProject extends Children {
  readonly project: Project;
  /** When the project can be changed and everything below it is found, in milliseconds since the epoch. */
  readonly readyFrom: number;
}

/** Everything that the service stores. */
export interface Store extends Core {
  /** The projects that the token can see. */
  readonly projects: Collection<StoredProject>;
  /** All projects, including those of other tokens. */
  readonly allProjects: Collection<StoredProject>;
  /** The organizations that the token can create projects in. Undefined: all. */
  readonly organizations: ReadonlySet<string> | undefined;
}

export function createStore(core: Core, organizations: ReadonlySet<string> | undefined): Store {
  const allProjects = core.newCollection<StoredProject>();
  return { ...core, projects: allProjects, allProjects, organizations };
}

/** The key of a project in `slugs`. */
export function slugKey(organizationId: string, slug: string): string {
  return JSON.stringify([organizationId, slug]);
}
