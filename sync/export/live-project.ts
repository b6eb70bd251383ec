import { isForbidden, isServiceError } from "../../provider/api/errors.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import { COMPONENT_SLUG, type CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import { projectWithKey } from "../../provider/reconcile/find.ts";
import type { Observer } from "../../provider/reconcile/observe.ts";
import { mapAll, planning, type View } from "../../provider/reconcile/view.ts";
import { keyForm } from "../../provider/resources/forms.ts";
import { lacks } from "../../provider/resources/short-record.ts";
import { UncertainOwnerError, type ProjectKey } from "../../provider/resources/project-identity.ts";

/** A live project with its components and domains. */
export interface LiveProject {
  readonly record: ProjectRecord;
  readonly organizationId: string;
  readonly slug: string;
  /** Whether only the id tells the project from others: organization and slug do not. */
  readonly pinned: boolean;
  readonly components: readonly ProjectComponentRecord[];
  readonly domains: readonly DomainRecord[];
  /** The catalogue entry of each component, by its slug. None of a slug that a file refuses. */
  readonly entries: ReadonlyMap<string, CatalogueEntry>;
}

/** A project without a file. */
export interface LeftOut {
  readonly id: string;
  readonly reason: string;
}

/** Reads each project with what is in it. A project that the service does not show whole is left out. */
export async function readProjects(
  observer: Observer,
  records: readonly ProjectRecord[],
): Promise<{ readonly projects: readonly LiveProject[]; readonly leftOut: readonly LeftOut[] }> {
  const read = await observer.plan(planning((view) => mapAll(records, (record) => readProject(view, record, records))));
  return {
    projects: read.flatMap((each) => ("record" in each ? [each] : [])),
    leftOut: read.flatMap((each) => ("reason" in each ? [each] : [])),
  };
}

function readProject(view: View, record: ProjectRecord, selected: readonly ProjectRecord[]): LiveProject | LeftOut {
  const { id, organization_id: organizationId } = record;
  if (typeof organizationId !== "string" || organizationId === "") {
    return { id, reason: "the service shows no organization." };
  }
  const shown = record.slug;
  if (typeof shown !== "string" || shown === "") return { id, reason: "the service shows no slug." };
  const slug = declarable(shown);
  const form = keyForm(slug);
  const sharing = selected.filter(
    (other) => keyForm(declarable(String(other.slug))) === form && other.organization_id === organizationId,
  );
  const isExact = shown === slug && sharing.filter((other) => keyForm(String(other.slug)) === form).length === 1;
  if (sharing.length > 1 && !isExact) {
    const ids = sharing.map((other) => other.id).join(", ");
    return {
      id,
      reason: `several projects of ${organizationId} have the slug ${slug}: ${ids} (case does not count). Export each alone with --id.`,
    };
  }
  view.want({ of: "project", key: id }, { of: "components", key: id }, { of: "domains", key: id });
  const pinned = isPinned(view, id, { organization_id: organizationId, slug });
  try {
    const components = wholeComponents(view, id);
    return {
      record: { ...record, ...shownOr(record, () => view.project(id)), organization_id: organizationId, slug },
      organizationId,
      slug,
      pinned,
      components,
      domains: view.domains(id),
      entries: readEntries(view, components),
    };
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return { id, reason: `its components and domains cannot be read: ${error.message}` };
  }
}

/**
 * Components with every field that the service shows: a list may leave fields out. If the first one, read by its id, shows more
 * than the list, all are read by their ids.
 */
function wholeComponents(view: View, projectId: string): readonly ProjectComponentRecord[] {
  const listed = view.components(projectId);
  const [first] = listed;
  if (first === undefined) return [];
  const read = (component: ProjectComponentRecord) => shownOr(component, () => view.component(projectId, component.id));
  const isShort = Object.keys(read(first)).some((name) => lacks(first, name));
  return isShort ? mapAll(listed, read) : listed;
}

/** What the list shows, if the service does not show the record by itself. */
function shownOr<Found>(listed: Found, read: () => Found | undefined): Found {
  try {
    return read() ?? listed;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return listed;
  }
}

/** Whether a plan would not find the project by its slug alone. */
function isPinned(view: View, id: string, key: ProjectKey): boolean {
  try {
    return projectWithKey(view, key)?.id !== id;
  } catch (error) {
    const isUncertain = error instanceof AmbiguousError || error instanceof UncertainOwnerError;
    if (isUncertain || isForbidden(error)) return true;
    throw error;
  }
}

function readEntries(view: View, components: readonly ProjectComponentRecord[]): ReadonlyMap<string, CatalogueEntry> {
  const slugs = new Set(
    components.map(({ component_slug: slug }) => slug ?? "").filter((slug) => COMPONENT_SLUG.test(slug)),
  );
  return new Map(mapAll([...slugs], (slug) => [slug, view.catalogue(slug)] as const));
}

/** `site` of `acme/site` and `acme:site`: no declared slug has these two signs. */
function declarable(slug: string): string {
  return slug.replace(/^.*[/:](?=.)/s, "");
}
