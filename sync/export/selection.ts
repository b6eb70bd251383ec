import type { Client } from "../../provider/api/client.ts";
import { isForbidden, isNotFound, isServiceError } from "../../provider/api/errors.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { nearestName } from "../../provider/resources/nearest-name.ts";

/** Which projects are exported. */
export type Selection =
  | { readonly by: "id"; readonly ids: readonly string[] }
  | { readonly by: "slug"; readonly organizationId: string; readonly slugs: readonly string[] }
  | { readonly by: "organization"; readonly organizationId: string };

/** What was asked for is not there, or not for this token. */
export class SelectionError extends Error {
  override readonly name = "SelectionError";
}

/** The live projects that are meant, each once. Rejects with SelectionError where one is not there. */
export async function selectProjects(client: Client, selection: Selection): Promise<readonly ProjectRecord[]> {
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

async function projectWithId(client: Client, id: string): Promise<ProjectRecord> {
  try {
    return await client.projects.get(id);
  } catch (error) {
    if (isForbidden(error)) throw new SelectionError(`This token may not see project ${id}.`, { cause: error });
    if (!isNotFound(error)) throw error;
    throw new SelectionError(`No project has the id ${id}; ${await hintOfIds(client, id)}`, { cause: error });
  }
}

async function hintOfIds(client: Client, id: string): Promise<string> {
  try {
    const known = (await client.projects.list()).map((project) => project.id);
    return hint(id, known, "this token sees");
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return `those that there are cannot be listed: ${error.message}`;
  }
}

function projectWithSlug(all: readonly ProjectRecord[], slug: string, organizationId: string): ProjectRecord {
  const [found, ...more] = all.filter((project) => project.slug === slug);
  if (found === undefined) {
    const known = all.flatMap((project) => project.slug ?? []);
    throw new SelectionError(
      `${organizationId} has no project with the slug ${slug}; ${hint(slug, known, "there are")}`,
    );
  }
  if (more.length === 0) return found;
  const ids = [found, ...more].map(({ id }) => id).join(", ");
  throw new SelectionError(
    `${organizationId} has several projects with the slug ${slug}: ${ids}. Choose one by its id.`,
  );
}

async function projectsOf(client: Client, organizationId: string): Promise<readonly ProjectRecord[]> {
  const listed = await client.projects.list({ organizationId });
  // One that names no organization is in the list of this one.
  const owned = listed.map((project) => ({ ...project, organization_id: project.organization_id ?? organizationId }));
  const own = owned.filter((project) => project.organization_id === organizationId);
  if (own.length > 0) return own;
  const seen = new Set((await client.projects.list()).flatMap(({ organization_id: owner }) => owner ?? []));
  const others = [...seen].toSorted();
  const where = others.length === 0 ? "it sees no project at all" : `it sees projects of ${others.join(", ")}`;
  throw new SelectionError(`No project of ${organizationId} is visible with this token; ${where}.`);
}

const MOST_NAMES = 10;

function hint(written: string, known: readonly string[], listed: string): string {
  const near = nearestName(written, known);
  if (near !== undefined) return `did you mean ${near}?`;
  if (known.length === 0) return "this token sees none.";
  const more = known.length > MOST_NAMES ? ` and ${known.length - MOST_NAMES} more` : "";
  return `${listed} ${known.slice(0, MOST_NAMES).join(", ")}${more}.`;
}
