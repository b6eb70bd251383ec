import type { ProjectList } from "../api/client.ts";
import { isServiceError } from "../api/errors.ts";
import { UNREADABLE_OWNER, type ProjectRecord } from "../api/records.ts";
import { keyForm, seenForm } from "./forms.ts";
import { AmbiguousError } from "./failures.ts";
import { oncePerObject } from "./once-per-object.ts";
import { isOthers, UncertainOwnerError } from "./owner.ts";

/*
 * Which live project a declared one is: the one with its organization and slug, without case. A project that is similar, or that
 * cannot be told from it, blocks the declared one, and the message names its id. It is never created a second time.
 */

/** The natural key of a project. */
export interface ProjectKey {
  readonly organization_id: string;
  readonly slug: string;
}

export function describeProject({ organization_id: organization, slug }: ProjectKey): string {
  return `project ${slug} of ${organization}`;
}

const REMEDY = "Correct that record at the service. If this project exists, pin it with `id`.";

/**
 * The only live project with a key in the list of its organization. Throws AmbiguousError for several and for a similar one, and
 * UncertainOwnerError if a record does not tell.
 *
 * @param whole A record of the list that lacks its slug or organization, read by its id. `undefined` if it is gone.
 * @param renamedTo The slug that a read by id may show already, where the list still shows the one before. Default: the same.
 */
export function findProject(
  { records, unparseable }: ProjectList,
  key: ProjectKey,
  whole: (listed: ProjectRecord) => ProjectRecord | undefined,
  renamedTo = key.slug,
): ProjectRecord | undefined {
  const hasKey = (record: ProjectRecord): boolean => isOwn(record, key) || isOwn(record, { ...key, slug: renamedTo });
  const { byEnd, owners } = indexOf(records);
  const near = byEnd.get(endOf(key.slug)) ?? [];
  const read = (listed: ProjectRecord): ProjectRecord[] => {
    const record = isWhole(listed) ? listed : withKeys(listed, whole(listed));
    return record === undefined ? [] : [record];
  };
  // Otherwise the service may show the organization in another form.
  const isFormKnown = owners.has(keyForm(key.organization_id));
  const isOther = (record: OwnedRecord): boolean =>
    isFormKnown && isForeign(record, key.organization_id) && ownerOf(record) !== UNREADABLE_OWNER;
  const named = near.filter((record) => hasSlug(record, key.slug)).flatMap(read);
  const unnamed = named.some(hasKey) ? [] : (byEnd.get("") ?? []);
  const doubts: string[] = [];
  const candidates = [
    ...named,
    ...unnamed.flatMap((record) => (isOther(record) ? [] : listUnlessRefused(() => read(record), doubts))),
  ].filter((record) => !isOther(record));
  const own = candidates.filter(hasKey);
  const exact = own.filter(({ slug }) => slug === key.slug);
  const found = exact.length > 0 ? exact : own;
  const ids = found.map(({ id }) => id);
  if (ids.length > 1) throw new AmbiguousError(describeProject(key), ids);
  if (found[0] !== undefined) return found[0];
  const unowned = candidates.find((record) => hasSlug(record, key.slug));
  if (unowned !== undefined) throw new UncertainOwnerError(explainOwner(unowned, key));
  const [unread] = [
    ...doubts,
    ...unparseable
      .filter((record) => !isOther(record) && (slugOf(record) === "" || mayBeSlug(record.slug, key.slug)))
      .map(({ error }) => error.message),
    ...candidates.flatMap((record) =>
      slugOf(record) === "" ? [`The service does not show the slug of ${record.id}.`] : [],
    ),
  ];
  if (unread !== undefined)
    throw new UncertainOwnerError(`A project that cannot be read may be this one. ${unread} ${REMEDY}`);
  const other = [...candidates, ...near.filter((record) => !isOther(record))].find(({ slug }) =>
    mayBeSlug(slug, key.slug),
  );
  if (other !== undefined) throw new AmbiguousError(describeProject(key), [other.id], String(other.slug));
  return undefined;
}

function listUnlessRefused(read: () => ProjectRecord[], doubts: string[]): ProjectRecord[] {
  try {
    return read();
  } catch (error) {
    if (!isServiceError(error)) throw error;
    doubts.push(error.message);
    return [];
  }
}

/** True if a live project has the key. A record without an organization is one of the list that it came from. */
export function hasProjectKey(key: ProjectKey, live: ProjectRecord): boolean {
  return hasSlug(live, key.slug) && !isForeign(live, key.organization_id);
}

type OwnedRecord = Pick<ProjectRecord, "organization_id">;

/** True if a record names another organization. */
export function isForeign(record: OwnedRecord, organizationId: string): boolean {
  return isOthers("project", record, organizationId);
}

/** True if a live project has the slug, without case. */
export function hasSlug(live: { readonly slug?: unknown }, slug: string): boolean {
  return typeof live.slug === "string" && keyForm(live.slug) === keyForm(slug);
}

/** True if a live slug looks like the declared one, maybe with something in front: then only a pinned id tells whether it is the same project. */
export function mayBeSlug(live: unknown, slug: string): boolean {
  return typeof live === "string" && (hasSlug({ slug: live }, slug) || hasSlug({ slug: endOf(live) }, slug));
}

/** `site` of `acme/site` and `org_1:site`. No declared slug has these signs. */
function endOf(slug: string): string {
  return seenForm(slug)
    .replace(/[/:]+$/, "")
    .replace(/^.*[/:]/, "");
}

function isOwn(record: ProjectRecord, key: ProjectKey): boolean {
  return hasSlug(record, key.slug) && keyForm(ownerOf(record)) === keyForm(key.organization_id);
}

function explainOwner({ id, slug, ...record }: ProjectRecord, key: ProjectKey): string {
  const owner = ownerOf(record);
  const shown = owner === "" ? "the service does not show its organization" : `the service shows it as one of ${owner}`;
  return `${id} has the slug ${slug}, and ${shown}. If it is the project of ${key.organization_id}, ${remedyFor(id, owner)}. If not, use another slug.`;
}

function remedyFor(id: string, owner: string): string {
  if (owner === "") return `pin it with \`id: ${id}\``;
  return owner === UNREADABLE_OWNER ? "correct that record at the service" : `write \`organization_id: ${owner}\``;
}

/** The list may show what single records leave out. */
function withKeys(listed: ProjectRecord, record: ProjectRecord | undefined): ProjectRecord | undefined {
  if (record === undefined) return undefined;
  const slug = slugOf(record) === "" ? listed.slug : record.slug;
  const owner = ownerOf(record) === "" ? listed.organization_id : record.organization_id;
  return { ...record, slug, organization_id: owner };
}

function isWhole(record: ProjectRecord): boolean {
  return slugOf(record) !== "" && ownerOf(record) !== "";
}

function slugOf({ slug }: Pick<ProjectRecord, "slug">): string {
  return slug ?? "";
}

function ownerOf({ organization_id: owner }: OwnedRecord): string {
  return owner ?? "";
}

interface ProjectIndex {
  /** By what slugs end with, as it is seen: also `acme/site` and `org_1:site` by `site`. */
  readonly byEnd: ReadonlyMap<string, readonly ProjectRecord[]>;
  /** The organizations that the records name. */
  readonly owners: ReadonlySet<string>;
}

/** A plan looks up each declared project in the same list. */
const indexOf = oncePerObject((records: readonly ProjectRecord[]): ProjectIndex => ({
  byEnd: Map.groupBy(records, (record) => endOf(slugOf(record))),
  owners: new Set(records.map((record) => keyForm(ownerOf(record)))),
}));
