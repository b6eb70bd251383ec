import { nameList } from "../../core/resources/name-list.ts";
import { InvalidRequestError, isForbidden } from "../../core/api/errors.ts";
import { mapAll, type View, unlessRefused } from "../../core/reconcile/snapshot-view.ts";
import { UNREADABLE_OWNER, type ProjectRecord } from "../../core/api/records.ts";
import { hasSlug, isForeign } from "../../core/resources/project-identity.ts";
import { nearestName } from "../../core/resources/nearest-name.ts";

/** The projects to export. */
export type ProjectSelection =
  | { readonly by: "id"; readonly ids: readonly string[] }
  | { readonly by: "slug"; readonly organizationId: string; readonly slugs: readonly string[] }
  | { readonly by: "organization"; readonly organizationId: string };

/** A project without a file. */
export class OmittedProject {
  readonly id: string;
  readonly reason: string;

  constructor(id: string, reason: string) {
    this.id = id;
    this.reason = reason;
  }
}

/** A selected project does not exist, or this token cannot see it. */
export class SelectionError extends Error {
  override readonly name = "SelectionError";
}

/** The selected live projects, each once. Throws SelectionError if one is not found. */
export function selectProjects(view: View, selection: ProjectSelection): readonly (ProjectRecord | OmittedProject)[] {
  if (selection.by === "id") return mapAll([...new Set(selection.ids)], (id) => projectWithId(view, id));
  const all = projectsOf(view, selection.organizationId);
  if (selection.by === "organization") return all;
  return [...new Set(selection.slugs)].map((slug) => projectWithSlug(all, slug, selection.organizationId));
}

function projectWithId(view: View, id: string): ProjectRecord | OmittedProject {
  const found = unlessRefused(
    () => view.project(id),
    (error) => {
      if (error instanceof InvalidRequestError) throw error;
      if (isForbidden(error)) throw new SelectionError(`This token cannot see project ${id}.`, { cause: error });
      return new OmittedProject(id, `it cannot be read: ${error.message}`);
    },
  );
  if (found !== undefined) return found;
  const near = unlessRefused(
    () =>
      hint(
        id,
        listed(view, undefined).map((project) => project.id),
      ),
    (error) => `Other projects cannot be listed: ${error.message}`,
  );
  throw new SelectionError(`Project ${id} not found. ${near}`);
}

/** The record of the list, if the service does not show the project by its id. */
export function shownOr<Found>(listed: Found, read: () => Found | undefined): Found {
  return unlessRefused(read, () => listed) ?? listed;
}

/** All projects of a list. Throws if one of them cannot be read: an export would leave it out in silence. */
function listed(view: View, organizationId: string | undefined): readonly ProjectRecord[] {
  const { records, unparseable } = view.projects(organizationId);
  if (unparseable[0] !== undefined) throw unparseable[0].error;
  return records;
}

function projectWithSlug(all: readonly ProjectRecord[], slug: string, organizationId: string): ProjectRecord {
  const exact = all.filter((project) => project.slug === slug);
  const [found, ...more] = exact.length > 0 ? exact : all.filter((project) => hasSlug(project, slug));
  if (found === undefined) {
    const known = all.flatMap((project) => project.slug ?? []);
    throw new SelectionError(`Project ${slug} not found in ${organizationId}. ${hint(slug, known)}`);
  }
  if (more.length === 0) return found;
  const ids = [found, ...more].map(({ id }) => id).join(", ");
  throw new SelectionError(
    `${organizationId} has several projects with the slug ${slug}: ${ids}. Select one with --id.`,
  );
}

function projectsOf(view: View, organizationId: string): readonly ProjectRecord[] {
  // A project without an organization belongs to the organization that its list was read for.
  const owned = listed(view, organizationId).map((project) => ({
    ...project,
    organization_id: project.organization_id ?? organizationId,
  }));
  // One whose organization cannot be read is left out with a word (draft-projects.ts).
  const isUnclear = ({ organization_id: owner }: ProjectRecord): boolean => owner === UNREADABLE_OWNER;
  const own = owned.filter((project) => isUnclear(project) || !isForeign(project, organizationId));
  if (own.length > 0) return own;
  const others = new Set(listed(view, undefined).flatMap(({ organization_id: owner }) => owner ?? []));
  const seen = others.size === 0 ? "It sees no projects." : `It sees projects of ${[...others].toSorted().join(", ")}.`;
  throw new SelectionError(`This token sees no project of ${organizationId}. ${seen}`);
}

function hint(written: string, known: readonly string[]): string {
  const near = nearestName(written, known);
  if (near !== undefined) return `Did you mean ${near}?`;
  if (known.length === 0) return "This token sees no projects.";
  return `This token sees ${nameList(known)}.`;
}
