import type { UnparseableProject } from "../../../core/api/client.ts";
import { ProtocolError } from "../../../core/api/errors.ts";
import type { ComponentRecord } from "../../../core/api/records.ts";
import { copyOf, partName, type Part, type ReadResult, type Snapshot } from "../../../core/reconcile/snapshot.ts";
import type { CatalogueEntry } from "../../../core/resources/catalogue.ts";
import { errorOf, type LiveProject, type Service } from "./draw-service.ts";

/* What each read of a service gives, by docs/internals/service.md: the snapshot that a plan sees. */

const FIELDS = [
  { name: "measurement_id", type: "string", required: true, secret: false },
  { name: "api_key", type: "string", required: false, secret: true },
  { name: "level", type: "number", required: false, secret: false },
  { name: "kept", type: "string", required: false, secret: false },
];
const VERSIONS = { "1.0.0": { dynamic_fields: FIELDS }, "1.1.0": { dynamic_fields: FIELDS } };
const entry = (id?: string): ComponentRecord => ({
  ...(id === undefined ? {} : { id }),
  latest_version: "1.1.0",
  versions: VERSIONS,
});
const CATALOGUE: Readonly<Record<string, ComponentRecord>> = {
  "edgee/ga4": entry("cat_edgee_ga4"),
  "edgee/px": entry(),
  "acme/ga4": entry("cat_acme_ga4"),
};

const AT = 0;

/** Reads parts of a service into a snapshot that has others already. */
export function readParts(service: Service, parts: readonly Part[], into: Snapshot = copyOf()): Snapshot {
  const read = copyOf(into);
  const maps: { readonly [Of in keyof Snapshot]: Map<string, ReadResult<unknown>> } = read;
  for (const part of parts) maps[part.of].set(part.key, readingOf(service, part));
  return read;
}

function readingOf(service: Service, part: Part): ReadResult<unknown> {
  const name = partName(part);
  const failure = service.failures.get(name);
  if (failure !== undefined) {
    const isSingle = part.of === "project" || part.of === "component";
    if (isSingle && failure === "404") return { at: AT, value: undefined };
    const error = errorOf(failure, name.replace(" ", "/"));
    if (part.of !== "catalogue") return { at: AT, error };
    return { at: AT, value: { ...unavailable(part.key, failure), ...(failure === "404" ? {} : { error }) } };
  }
  if (part.of === "projects") return { at: AT, value: listOf(service, part.key || undefined) };
  if (part.of === "catalogue") return { at: AT, value: catalogueEntry(service, part.key) };
  const [id = "", child = ""] = part.key.split(/\/(.*)/s);
  const project = service.projects.find(({ record, isGone }) => record.id === id && !isGone);
  if (part.of === "project") return { at: AT, value: project?.record };
  if (project === undefined) return { at: AT, error: errorOf("404", name) };
  return { at: AT, value: childrenOf(project, part.of, child) };
}

function childrenOf(
  project: LiveProject,
  of: "components" | "component" | "domains" | "domain",
  child: string,
): unknown {
  const { components, domains } = project;
  switch (of) {
    case "components":
      return components.map(({ record, unlisted }) => {
        const listed: Record<string, unknown> = { ...without(record, unlisted), id: record.id };
        // The observer reads by id what the list does not name.
        return typeof listed["component_slug"] === "string" || typeof listed["component_id"] === "string"
          ? listed
          : record;
      });
    case "component":
      return components.find(({ record }) => record.id === child)?.record;
    case "domains":
      return domains;
    case "domain":
      return domains.find(({ name }) => name === child);
  }
}

function listOf({ projects, odd, showsAll }: Service, organization: string | undefined) {
  const isListed = (each: LiveProject): boolean =>
    organization === undefined || showsAll || each.organization.toLowerCase() === organization.toLowerCase();
  const records = projects
    .filter(isListed)
    .map(({ record, unlisted }) => ({ ...without(record, unlisted), id: record.id }));
  const isFirst = organization?.toLowerCase() === "org_1";
  return {
    records,
    unparseable: (isFirst ? odd : []).map((said): UnparseableProject => ({
      ...said,
      error: new ProtocolError({ method: "GET", path: "/v1/projects" }, "a record has no id"),
    })),
  };
}

function catalogueEntry({ unknown, catalogue = CATALOGUE }: Service, slug: string): CatalogueEntry {
  const component = catalogue[slug];
  return component === undefined || unknown.includes(slug)
    ? unavailable(slug, "404")
    : { status: "found", slug, component };
}

function unavailable(slug: string, why: string): CatalogueEntry {
  return { status: "unavailable", slug, reason: `Component ${slug}: ${why}.` };
}

function without(record: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** The catalogue's id of a component, and undefined if the catalogue does not have it. */
export function catalogueId(service: Service, slug: string): string | undefined {
  return service.unknown.includes(slug) || service.failures.has(`catalogue ${slug}`)
    ? undefined
    : (CATALOGUE[slug]?.id ?? undefined);
}
