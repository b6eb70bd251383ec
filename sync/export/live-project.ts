import type { ReadClient } from "../../provider/api/client.ts";
import { isForbidden, isServiceError, isUnauthenticated } from "../../provider/api/errors.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import { COMPONENT_SLUG, lookUp } from "../../provider/resources/catalogue.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import { projectWithKey } from "../../provider/reconcile/find.ts";
import { createObserver } from "../../provider/reconcile/observe.ts";
import { planning } from "../../provider/reconcile/view.ts";
import { lacks } from "../../provider/resources/short-record.ts";
import { UncertainOwnerError, type ProjectKey } from "../../provider/resources/project-identity.ts";
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
  const { id, organization_id: organizationId } = record;
  if (typeof organizationId !== "string" || organizationId === "") {
    return { id, reason: "the service shows no organization." };
  }
  const shown = record.slug;
  if (typeof shown !== "string" || shown === "") return { id, reason: "the service shows no slug." };
  const slug = declarable(shown);
  const sharing = selected.filter(
    (other) => declarable(String(other.slug)) === slug && other.organization_id === organizationId,
  );
  const isExact = shown === slug && sharing.filter((other) => other.slug === slug).length === 1;
  if (sharing.length > 1 && !isExact) {
    const ids = sharing.map((other) => other.id).join(", ");
    return {
      id,
      reason: `several projects of ${organizationId} have the slug ${slug}: ${ids}. Export each alone with --id.`,
    };
  }
  const pinned = await isPinned(client, id, { organization_id: organizationId, slug });
  try {
    const [whole, components, domains] = await Promise.all([
      readOr(record, client.projects.get(id)),
      client.components.list(id).then((listed) => wholeComponents(client, id, listed)),
      client.domains.list(id),
    ]);
    return {
      record: { ...record, ...whole, organization_id: organizationId, slug },
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

/**
 * Components with every field that the service shows: a list may leave fields out. If the first one, read by its id, shows more
 * than the list, all are read by their ids.
 */
async function wholeComponents(
  client: ReadClient,
  projectId: string,
  listed: readonly ProjectComponentRecord[],
): Promise<readonly ProjectComponentRecord[]> {
  const [first, ...others] = listed;
  if (first === undefined) return [];
  const whole = await readOr(first, client.components.get(projectId, first.id));
  if (!Object.keys(whole).some((name) => lacks(first, name))) return listed;
  const rest = others.map((component) => readOr(component, client.components.get(projectId, component.id)));
  return [whole, ...(await Promise.all(rest))];
}

/** What the list shows, if the service does not show the record by itself. */
async function readOr<T>(listed: T, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!isServiceError(error) || isUnauthenticated(error)) throw error;
    return listed;
  }
}

/** Whether a plan would not find the project by its slug alone. */
async function isPinned(client: ReadClient, id: string, key: ProjectKey): Promise<boolean> {
  try {
    const found = await createObserver(client).plan(planning((view) => projectWithKey(view, key)));
    return found?.id !== id;
  } catch (error) {
    const isUncertain = error instanceof AmbiguousError || error instanceof UncertainOwnerError;
    if (isUncertain || isForbidden(error)) return true;
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

/** `site` of `acme/site` and `acme:site`: no declared slug has these two signs. */
function declarable(slug: string): string {
  return slug.replace(/^.*[/:](?=.)/s, "");
}
