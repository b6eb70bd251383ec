import type { ReadClient } from "../../provider/api/client.ts";
import { isForbidden, isNotFound, isServiceError } from "../../provider/api/errors.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { hasSlug, isForeign } from "../../provider/resources/project-identity.ts";
import { nearestName } from "../../provider/resources/nearest-name.ts";

/** The projects to export. */
export type Selection =
  | { readonly by: "id"; readonly ids: readonly string[] }
  | { readonly by: "slug"; readonly organizationId: string; readonly slugs: readonly string[] }
  | { readonly by: "organization"; readonly organizationId: string };

/** A selected project does not exist, or this token cannot see it. */
export class SelectionError extends Error {
  override readonly name = "SelectionError";
}

/** The selected live projects, each once. Throws SelectionError if one is not found. */
export async function selectProjects(client: ReadClient, selection: Selection): Promise<readonly ProjectRecord[]> {
  switch (selection.by) {
    case "id":
      return Promise.all([...new Set(selection.ids)].map((id) => projectWithId(client, id)));
    case "slug": {
      const all = await projectsOf(client, selection.organizationId);
      return [...new Set(selection.slugs)].map((slug) => projectWithSlug(all, slug, selection.organizationId));
    }
    case "organization":
      return projectsOf(client, selection.organizationId);
  }
}

async function projectWithId(client: ReadClient, id: string): Promise<ProjectRecord> {
  try {
    return await client.projects.get(id);
  } catch (error) {
    if (isForbidden(error)) throw new SelectionError(`This token cannot see project ${id}.`, { cause: error });
    if (!isNotFound(error)) throw error;
    throw new SelectionError(`Project ${id} not found. ${await hintOfIds(client, id)}`, { cause: error });
  }
}

async function hintOfIds(client: ReadClient, id: string): Promise<string> {
  try {
    return hint(
      id,
      (await client.projects.list()).map((project) => project.id),
    );
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return `Other projects cannot be listed: ${error.message}`;
  }
}

function projectWithSlug(all: readonly ProjectRecord[], slug: string, organizationId: string): ProjectRecord {
  const exact = all.filter((project) => project.slug === slug);
  const similar = all.filter((project) => hasSlug(project, slug));
  const [found, ...more] = exact.length > 0 ? exact : similar;
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

async function projectsOf(client: ReadClient, organizationId: string): Promise<readonly ProjectRecord[]> {
  const listed = await client.projects.list({ organizationId });
  // A project without an organization belongs to the organization that its list was read for.
  const owned = listed.map((project) => ({ ...project, organization_id: project.organization_id ?? organizationId }));
  const own = owned.filter((project) => !isForeign(project, organizationId));
  if (own.length > 0) return own;
  const others = [
    ...new Set((await client.projects.list()).flatMap(({ organization_id: owner }) => owner ?? [])),
  ].toSorted();
  const seen = others.length === 0 ? "It sees no projects." : `It sees projects of ${others.join(", ")}.`;
  throw new SelectionError(`This token sees no project of ${organizationId}. ${seen}`);
}

const MOST_NAMES = 10;

function hint(written: string, known: readonly string[]): string {
  const near = nearestName(written, known);
  if (near !== undefined) return `Did you mean ${near}?`;
  if (known.length === 0) return "This token sees no projects.";
  const more = known.length > MOST_NAMES ? ` and ${known.length - MOST_NAMES} more` : "";
  return `This token sees ${known.slice(0, MOST_NAMES).join(", ")}${more}.`;
}
