import type { Domain } from "../schemas/domain.ts";
import type { ProjectComponent } from "../schemas/project-component.ts";
import type { Project } from "../schemas/project.ts";
import type { Store } from "./store.ts";

/** A project as it is stored, with its components and domains: no mask, no form and no delay of a profile. */
export interface StoredState {
  readonly project: Project;
  readonly components: readonly ProjectComponent[];
  readonly domains: readonly Domain[];
}

/** A copy of all projects, also those of other tokens, in the order of creation. */
export function stateOf({ allProjects }: Store): readonly StoredState[] {
  const state = allProjects.items().map(({ item: { project, components, domains } }) => ({
    project,
    components: components.items().map(({ item }) => item),
    domains: domains.items().map(({ item }) => item),
  }));
  return structuredClone(state);
}
