import type { ProjectList } from "../api/client.ts";
import { UNREADABLE_OWNER, type ProjectRecord } from "../api/records.ts";
import { keyForm, partsOf } from "./canonical-forms.ts";
import { compareText } from "./compare-text.ts";
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

/**
 * The only live project with a key in the list of its organization. Throws AmbiguousError, with ids, for several, a similar one and one that
 * is listed without its slug or organization, and UncertainOwnerError for one that cannot be read or that names another organization.
 */
export function findProject({ records, unparseable }: ProjectList, key: ProjectKey): ProjectRecord | undefined {
  const { byName, owners } = indexOf(records);
  // Otherwise the service may show the organization in another form.
  const isFormKnown = owners.has(keyForm(key.organization_id));
  const isOther = (record: OwnedRecord): boolean =>
    isFormKnown && isForeign(record, key.organization_id) && !isUnclear(record, key.organization_id);
  // In one order, whatever that of the list is: a message names the first.
  const near = (byName.get(keyForm(key.slug)) ?? [])
    .filter((record) => !isOther(record))
    .toSorted((a, b) => compareText(a.id, b.id));
  const named = near.filter((record) => hasSlug(record, key.slug));
  const exact = named.filter(({ slug }) => slug === key.slug);
  const found = exact.length > 0 ? exact : named;
  const blocked = ({ id }: ProjectRecord, shown: string): AmbiguousError =>
    new AmbiguousError(describeProject(key), [id], shown);
  if (found.some((record) => isOwn(record, key))) {
    const ids = found.map(({ id }) => id);
    if (ids.length > 1) throw new AmbiguousError(describeProject(key), ids);
    return found[0];
  }
  const unowned = found.find((record) => ownerOf(record) === "");
  if (unowned !== undefined) throw blocked(unowned, `${unowned.slug}, listed without its organization`);
  if (found[0] !== undefined) throw new UncertainOwnerError(explainOwner(found[0], key));
  const unnamed = byName.get("")?.find((record) => !isOther(record));
  if (unnamed !== undefined) throw blocked(unnamed, "listed without its slug");
  const unread = unparseable.find(
    (record) => !isOther(record) && (slugOf(record) === "" || mayBeSlug(record.slug, key.slug)),
  );
  if (unread !== undefined) throw new UncertainOwnerError(explainUnread(unread.error));
  const similar = near.find(({ slug }) => mayBeSlug(slug, key.slug));
  if (similar !== undefined) throw blocked(similar, String(similar.slug));
  return undefined;
}

/** True if two keys are the same project's. */
export function isSameProject(one: ProjectKey, other: ProjectKey): boolean {
  return keyForm(one.organization_id) === keyForm(other.organization_id) && keyForm(one.slug) === keyForm(other.slug);
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

/** True if the owner of a record cannot be read, or looks like an organization without being it. */
function isUnclear(record: OwnedRecord, organizationId: string): boolean {
  const owner = ownerOf(record);
  return owner === UNREADABLE_OWNER || namesIn(owner).includes(keyForm(organizationId));
}

/** True if a live project has the slug, without case. */
export function hasSlug(live: { readonly slug?: unknown }, slug: string): boolean {
  return typeof live.slug === "string" && keyForm(live.slug) === keyForm(slug);
}

/** True if a live slug looks like the declared one, maybe with something around it: then only a pinned id tells whether it is the same project. */
export function mayBeSlug(live: unknown, slug: string): boolean {
  return typeof live === "string" && (hasSlug({ slug: live }, slug) || namesIn(live).includes(keyForm(slug)));
}

/** `acme` and `site` of `acme/site`, and of `"acme|.site".`. No declared slug has these signs, or begins with a dot. */
function namesIn(slug: string): readonly string[] {
  return partsOf(slug, BETWEEN_NAMES)
    .map((part) => part.replace(/^\.+/, ""))
    .filter((name) => name !== "");
}

const BETWEEN_NAMES = /[^\p{L}\p{N}\p{M}._~@-]+/u;

function isOwn(record: ProjectRecord, key: ProjectKey): boolean {
  return hasSlug(record, key.slug) && keyForm(ownerOf(record)) === keyForm(key.organization_id);
}

function explainOwner({ id, slug, ...record }: ProjectRecord, key: ProjectKey): string {
  const owner = ownerOf(record);
  const remedy = isUnclear(record, key.organization_id)
    ? "correct that record at the service"
    : `write \`organization_id: ${owner}\``;
  return `${id} has the slug ${slug}, and the service shows it as one of ${owner}. If it is the project of ${key.organization_id}, ${remedy}. If not, use another slug.`;
}

function explainUnread({ message }: Error): string {
  return `A project that cannot be read may be this one. ${message} Correct that record at the service. If this project exists, pin it with \`id\`.`;
}

function slugOf({ slug }: Pick<ProjectRecord, "slug">): string {
  return slug ?? "";
}

function ownerOf({ organization_id: owner }: OwnedRecord): string {
  return owner ?? "";
}

interface ProjectIndex {
  /** By their slugs, and by the names in them. Those without a slug by the empty one. */
  readonly byName: ReadonlyMap<string, readonly ProjectRecord[]>;
  /** The organizations that the records name. */
  readonly owners: ReadonlySet<string>;
}

/** A plan looks up each declared project in the same list. */
const indexOf = oncePerObject((records: readonly ProjectRecord[]): ProjectIndex => {
  const named = records.flatMap((record) =>
    [...new Set([keyForm(slugOf(record)), ...namesIn(slugOf(record))])].map((name) => ({ name, record })),
  );
  const byName = Map.groupBy(named, ({ name }) => name);
  return {
    byName: new Map([...byName].map(([name, found]) => [name, found.map(({ record }) => record)])),
    owners: new Set(records.map((record) => keyForm(ownerOf(record)))),
  };
});
