import { recordsOf, type ChildRecords } from "../kinds/children.ts";
import type { Project } from "../schemas/project.ts";
import type { Store } from "./store.ts";

/** A project as it is stored, with what is in it: no mask, no form and no delay of a profile. */
export interface StoredState extends ChildRecords {
  readonly project: Project;
}

/** A copy of all projects, also those of other tokens, in the order of creation. */
export function stateOf({ allProjects }: Store): readonly StoredState[] {
  return structuredClone(allProjects.records().map((stored) => ({ project: stored.project, ...recordsOf(stored) })));
}
