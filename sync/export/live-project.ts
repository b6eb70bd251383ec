import { isForbidden } from "../../provider/api/errors.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import { COMPONENT_SLUG, type CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import { projectWithKey } from "../../provider/reconcile/find.ts";
import { mapAll, type View } from "../../provider/reconcile/view.ts";
import { lacks } from "../../provider/resources/short-record.ts";
import { hasSlug, UncertainOwnerError, type ProjectKey } from "../../provider/resources/project-identity.ts";
import { unlessRefused } from "../plan/unless-refused.ts";
import { LeftOut, selectProjects, type Selection } from "./selection.ts";

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

/** The selected projects with what is in them. A project that the service does not show whole is left out. */
export function readProjects(view: View, selection: Selection): readonly (LiveProject | LeftOut)[] {
  const selected = selectProjects(view, selection);
  const records = selected.flatMap((each) => (each instanceof LeftOut ? [] : [each]));
  return mapAll(selected, (each) => (each instanceof LeftOut ? each : readProject(view, each, records)));
}

function readProject(view: View, record: ProjectRecord, selected: readonly ProjectRecord[]): LiveProject | LeftOut {
  const { id, organization_id: organizationId, slug: shown } = record;
  if (typeof organizationId !== "string" || organizationId === "") {
    return new LeftOut(id, "the service shows no organization.");
  }
  if (typeof shown !== "string" || shown === "") return new LeftOut(id, "the service shows no slug.");
  const slug = declarable(shown);
  const twins = selected.filter(
    (other) => other.organization_id === organizationId && hasSlug({ slug: declarable(String(other.slug)) }, slug),
  );
  // One that has the slug without anything in front of it is no twin of the others.
  const isExact = shown === slug && twins.filter((other) => hasSlug(other, slug)).length === 1;
  if (twins.length > 1 && !isExact) {
    const ids = twins.map((twin) => twin.id).join(", ");
    const reason = `several projects of ${organizationId} have the slug ${slug}: ${ids} (case does not count). Export each alone with --id.`;
    return new LeftOut(id, reason);
  }
  view.want({ of: "project", key: id }, { of: "components", key: id }, { of: "domains", key: id });
  return unlessRefused<LiveProject | LeftOut, LeftOut>(
    () => {
      const pinned = isPinned(view, id, { organization_id: organizationId, slug });
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
    },
    (error) => new LeftOut(id, `it cannot be read: ${error.message}`),
  );
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
  return unlessRefused(read, () => listed) ?? listed;
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
