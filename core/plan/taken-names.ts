import type { ProjectRecord } from "../api/records.ts";
import { mapAll, orIfRefused } from "../reconcile/snapshot-view.ts";
import { compareText } from "../resources/compare-text.ts";
import { hostNameOf } from "../resources/domain.ts";
import { isForeign } from "../resources/project-identity.ts";
import { withNote } from "./plan.ts";
import type { PlannedChild, PlannedProject } from "./planned-object.ts";
import type { Scope } from "./select-objects.ts";

/** Projects whose domains are read. More would delay each plan of a large organization. */
const MOST_PROJECTS = 100;

/**
 * Notes which host names that are to be attached another project has: one that no file of the run declares. The service will most likely
 * refuse them. A new project that would get one may be an existing one with another slug. With `only`, no other project is read, and that
 * is noted.
 */
export function noteTakenNames(
  projects: readonly PlannedProject[],
  { view, options }: Scope,
): readonly PlannedProject[] {
  const arriving = projects.filter(({ children }) => children.some(isAttached));
  if (arriving.length === 0) return projects;
  const declared = new Set(projects.map(({ live }) => live?.id));
  const isSearched = options.only === undefined;
  const organizations = isSearched ? [...new Set(arriving.map((project) => project.declared.organization_id))] : [];
  const others = mapAll(organizations, (id) =>
    orIfRefused([], () => view.projects(id).records).filter(
      (record) => !declared.has(record.id) && !isForeign(record, id),
    ),
  )
    .flat()
    // In one order, whatever that of the list is.
    .toSorted((a, b) => compareText(a.id, b.id));
  const searched = mapAll(others.slice(0, MOST_PROJECTS), (project) => ({
    project,
    names: orIfRefused(undefined, () => view.domains(project.id).map(hostNameOf)),
  }));
  const isComplete = isSearched && others.length <= MOST_PROJECTS && searched.every(({ names }) => names !== undefined);
  const owners = new Map(searched.flatMap(({ project, names = [] }) => names.map((name) => [name, project] as const)));
  return projects.map((project) => {
    const children = project.children.map((child) => {
      if (!isAttached(child)) return child;
      const note = noteOn(owners.get(child.name), isComplete);
      return note === undefined ? child : { ...child, item: withNote(child.item, note) };
    });
    const owner = project.children
      .filter(isAttached)
      .map(({ name }) => owners.get(name))
      .find(isNamed);
    const isRenamed = owner !== undefined && project.item.action === "create";
    if (!isRenamed) return { ...project, children };
    const hint = `${owner.slug} has host names of it. If that is the same project, add \`previous_slug: ${owner.slug}\`.`;
    return { ...project, children, item: withNote(project.item, hint) };
  });
}

function isAttached({ kind, item }: PlannedChild): boolean {
  return kind === "domain" && item.action === "create";
}

function isNamed(owner: ProjectRecord | undefined): owner is ProjectRecord & { readonly slug: string } {
  return typeof owner?.slug === "string";
}

function noteOn(owner: ProjectRecord | undefined, isComplete: boolean): string | undefined {
  if (owner === undefined)
    return isComplete ? undefined : `It was not checked in each project of the organization whether it is taken.`;
  return `It is attached to project ${owner.slug ?? owner.id} (${owner.id}), so the service may refuse it. To move it, plan both projects together.`;
}
