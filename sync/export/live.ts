import type { Client } from "../../provider/api/client.ts";
import { isForbidden, isServiceError, isUnauthenticated } from "../../provider/api/errors.ts";
import { SEGMENT } from "../../provider/api/path.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import { COMPONENT_SLUG, lookUp, type CatalogueEntry } from "../../provider/resources/catalogue.ts";

/** A project as it is live, with all that is in it. */
export interface LiveProject {
  readonly record: ProjectRecord;
  readonly organizationId: string;
  readonly slug: string;
  /** Whether organization and slug do not tell it from others, so that only its id does. */
  readonly pinned: boolean;
  readonly components: readonly ProjectComponentRecord[];
  readonly domains: readonly DomainRecord[];
  /** What the catalogue says, by the slug of the component. */
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
}

/** What is live and of which no file is made. */
export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

export type Read = { readonly live: LiveProject } | { readonly leftOut: LeftOut };

/** Reads what is in each project. One that the service does not show whole is left out, and does not stop the others. */
export async function readProjects(client: Client, records: readonly ProjectRecord[]): Promise<readonly Read[]> {
  return Promise.all(records.map((record) => readProject(client, record, records)));
}

async function readProject(client: Client, record: ProjectRecord, selected: readonly ProjectRecord[]): Promise<Read> {
  const { id, organization_id: organizationId, slug } = record;
  const leftOut = (reason: string): Read => ({ leftOut: { id, reason } });
  if (!SEGMENT.test(id)) return leftOut("its id can stand in no address");
  if (typeof organizationId !== "string" || organizationId === "") return leftOut("the service names no organization");
  if (typeof slug !== "string" || slug === "") return leftOut("the service names no slug");
  const sharing = selected.filter((other) => other.slug === slug && other.organization_id === organizationId);
  if (sharing.length > 1) {
    const ids = sharing.map((other) => other.id).join(", ");
    return leftOut(`several projects of ${organizationId} have the slug ${slug}: ${ids}; export one of them by its id`);
  }
  const [contents, pinned] = await Promise.all([readContents(client, id), isPinned(client, record, organizationId)]);
  if ("reason" in contents) return leftOut(contents.reason);
  return { live: { record, organizationId, slug, pinned, ...contents } };
}

/** What is in a project; a reason where the service does not show it. A token that it does not take is no matter of one project. */
async function readContents(
  client: Client,
  id: string,
): Promise<Pick<LiveProject, "components" | "domains" | "entries"> | { readonly reason: string }> {
  try {
    const [components, domains] = await Promise.all([client.components.list(id), client.domains.list(id)]);
    return { components, domains, entries: await readEntries(client, components) };
  } catch (error) {
    if (!isServiceError(error) || isUnauthenticated(error)) throw error;
    return { reason: `what is in it cannot be read: ${error.message}` };
  }
}

/** Whether a plan would not find the project by its slug alone. */
async function isPinned(client: Client, { id, slug }: ProjectRecord, organizationId: string): Promise<boolean> {
  try {
    const listed = await client.projects.list({ organizationId });
    const found = listed.filter(
      (other) => other.slug === slug && (other.organization_id ?? organizationId) === organizationId,
    );
    return found.length !== 1 || found[0]?.id !== id;
  } catch (error) {
    if (isForbidden(error)) return true;
    throw error;
  }
}

async function readEntries(
  client: Client,
  components: readonly ProjectComponentRecord[],
): Promise<ReadonlyMap<string, CatalogueEntry>> {
  const slugs = new Set(components.flatMap(({ component_slug: slug }) => (isNameable(slug) ? [slug] : [])));
  const entries = await Promise.all([...slugs].map((slug) => lookUp(client, slug)));
  return new Map(entries.map((entry) => [entry.slug, entry]));
}

/** Whether a file can name the component, and the catalogue be asked for it. */
export function isNameable(slug: unknown): slug is string {
  return typeof slug === "string" && COMPONENT_SLUG.test(slug) && slug.split("/").every((part) => SEGMENT.test(part));
}
