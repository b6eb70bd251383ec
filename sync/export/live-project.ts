import type { ReadClient } from "../../provider/api/client.ts";
import { isForbidden, isServiceError, isUnauthenticated } from "../../provider/api/errors.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import { COMPONENT_SLUG, lookUp } from "../../provider/resources/catalogue.ts";
import { knowledgeOf, type ComponentKnowledge } from "../../provider/resources/component/knowledge.ts";

/** A live project with its components and domains. */
export interface LiveProject {
  readonly record: ProjectRecord;
  readonly organizationId: string;
  readonly slug: string;
  /** Whether only the id tells the project from others: organization and slug do not. */
  readonly pinned: boolean;
  readonly components: readonly ProjectComponentRecord[];
  readonly domains: readonly DomainRecord[];
  /** What is known about each component, by its slug. Nothing about a slug that a file refuses. */
  readonly knowledge: ReadonlyMap<string, ComponentKnowledge>;
}

/** A project without a file. */
export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

/** Reads each project with what is in it. A project that the service does not show whole is left out. */
export async function readProjects(
  client: ReadClient,
  records: readonly ProjectRecord[],
): Promise<{ readonly projects: readonly LiveProject[]; readonly leftOut: readonly LeftOut[] }> {
  const read = await Promise.all(records.map((record) => readProject(client, record, records)));
  return {
    projects: read.flatMap((each) => ("record" in each ? [each] : [])),
    leftOut: read.flatMap((each) => ("reason" in each ? [each] : [])),
  };
}

async function readProject(
  client: ReadClient,
  record: ProjectRecord,
  selected: readonly ProjectRecord[],
): Promise<LiveProject | LeftOut> {
  const { id, organization_id: organizationId, slug } = record;
  if (typeof organizationId !== "string" || organizationId === "") {
    return { id, reason: "the service shows no organization." };
  }
  if (typeof slug !== "string" || slug === "") return { id, reason: "the service shows no slug." };
  const sharing = selected.filter((other) => other.slug === slug && other.organization_id === organizationId);
  if (sharing.length > 1) {
    const ids = sharing.map((other) => other.id).join(", ");
    return { id, reason: `several projects of ${organizationId} have the slug ${slug}: ${ids}. Export one with --id.` };
  }
  const pinned = await isPinned(client, record, organizationId);
  try {
    const [components, domains] = await Promise.all([client.components.list(id), client.domains.list(id)]);
    return {
      record,
      organizationId,
      slug,
      pinned,
      components,
      domains,
      knowledge: await readKnowledge(client, components),
    };
  } catch (error) {
    // A token that the service does not accept concerns every project.
    if (!isServiceError(error) || isUnauthenticated(error)) throw error;
    return { id, reason: `its components and domains cannot be read: ${error.message}` };
  }
}

/** Whether a plan would not find the project by its slug alone. */
async function isPinned(client: ReadClient, { id, slug }: ProjectRecord, organizationId: string): Promise<boolean> {
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

async function readKnowledge(
  client: ReadClient,
  components: readonly ProjectComponentRecord[],
): Promise<ReadonlyMap<string, ComponentKnowledge>> {
  const slugs = new Set(
    components.map(({ component_slug: slug }) => slug ?? "").filter((slug) => COMPONENT_SLUG.test(slug)),
  );
  const entries = await Promise.all([...slugs].map((slug) => lookUp(client, slug)));
  return new Map(entries.map((entry) => [entry.slug, knowledgeOf(entry)]));
}
