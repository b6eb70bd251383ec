import type { ProjectList } from "../api/client.ts";
import { UNREADABLE_OWNER, type ProjectRecord } from "../api/records.ts";
import { holdsName, keyForm, seenForm, seenWords } from "./canonical-forms.ts";
import { compareText } from "./compare-text.ts";
import { AmbiguousError } from "./failures.ts";
import { oncePerObject } from "./once-per-object.ts";
import { isOthers, ownerOf, UncertainOwnerError } from "./owner.ts";

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
  const { bySlug, odd, owners } = indexOf(records);
  // Otherwise the service may show the organization in another form.
  const isFormKnown = owners.has(keyForm(key.organization_id));
  const isOther = (record: OwnedRecord): boolean =>
    isFormKnown && isForeign(record, key.organization_id) && !isUnclear(record, key.organization_id);
  // In one order, whatever that of the list is: a message names the first.
  const near = [
    ...(bySlug.get(keyForm(key.slug)) ?? []),
    ...odd.filter((record) => slugOf(record) !== "" && looksLike(formsOfRecord(record), key.slug)),
  ]
    .filter((record) => !isOther(record))
    .toSorted(byId);
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
  const unowned = found.find((record) => ownerOf("project", record) === "");
  if (unowned !== undefined) throw blocked(unowned, `${unowned.slug}, listed without its organization`);
  if (found[0] !== undefined) throw new UncertainOwnerError(explainOwner(found[0], key));
  const [unnamed] = odd.filter((record) => !NAMED.test(slugOf(record)) && !isOther(record)).toSorted(byId);
  if (unnamed !== undefined) throw blocked(unnamed, "listed without its slug");
  const unread = unparseable.find(
    (record) => !isOther(record) && (slugOf(record) === "" || looksLike(formsOfRecord(record), key.slug)),
  );
  if (unread !== undefined) throw new UncertainOwnerError(explainUnread(unread.error));
  const similar = near.find((record) => !hasSlug(record, key.slug));
  if (similar !== undefined) throw blocked(similar, String(similar.slug));
  return undefined;
}

function byId(a: ProjectRecord, b: ProjectRecord): number {
  return compareText(a.id, b.id);
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
  const owner = ownerOf("project", record);
  // Most are plain, and there are many.
  return (
    owner === UNREADABLE_OWNER || (!PLAIN.test(owner) && holdsName(seenWords(owner), keyForm(organizationId), SIGN))
  );
}

/** True if a live project has the slug, without case. */
export function hasSlug(live: { readonly slug?: unknown }, slug: string): boolean {
  return typeof live.slug === "string" && keyForm(live.slug) === keyForm(slug);
}

/** True if a live slug looks like the declared one, maybe with something around it: then only a pinned id tells whether it is the same project. */
export function mayBeSlug(live: unknown, slug: string): boolean {
  return typeof live === "string" && looksLike(formsOf(live), slug);
}

/** A slug as it is compared, and as a reader sees it. Empty texts: none that could be another one. */
type SlugForms = ReturnType<typeof formsOf>;

function formsOf(slug: string) {
  if (PLAIN.test(slug)) return { key: keyForm(slug), joined: "", words: "" };
  // `"acme|.site".`: no declared slug begins with a dot.
  const words = seenWords(slug).replaceAll(/(?<![\p{L}\p{N}\p{M}_~@-])\.+/gu, "");
  return { key: keyForm(slug), joined: seenForm(slug), words };
}

function looksLike({ key, joined, words }: SlugForms, slug: string): boolean {
  const declared = keyForm(slug);
  return key === declared || joined === declared || holdsName(words, declared, SIGN);
}

/** Cache: each declared project is compared with each odd record. */
const formsOfRecord = oncePerObject((record: { readonly slug?: unknown }): SlugForms => formsOf(String(record.slug)));

/** A sign that slugs and ids may have. */
const SIGN = /[\p{L}\p{N}\p{M}._~@-]/u;

/** A slug in the usual form: it names no other one. */
const PLAIN = /^[\w~@-][\w.~@-]*$/;

/** A slug that names something. */
const NAMED = /[\p{L}\p{N}_~@-]/u;

function isOwn(record: ProjectRecord, key: ProjectKey): boolean {
  return hasSlug(record, key.slug) && keyForm(ownerOf("project", record)) === keyForm(key.organization_id);
}

function explainOwner({ id, slug, ...record }: ProjectRecord, key: ProjectKey): string {
  const owner = ownerOf("project", record);
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

interface ProjectIndex {
  /** Those with a usual slug. */
  readonly bySlug: ReadonlyMap<string, readonly ProjectRecord[]>;
  /** Those with an unusual slug, or none. */
  readonly odd: readonly ProjectRecord[];
  /** The organizations that the records name. */
  readonly owners: ReadonlySet<string>;
}

/** A plan looks up each declared project in the same list. */
const indexOf = oncePerObject((records: readonly ProjectRecord[]): ProjectIndex => {
  const { plain = [], odd = [] } = Object.groupBy(records, (record) => (PLAIN.test(slugOf(record)) ? "plain" : "odd"));
  return {
    bySlug: Map.groupBy(plain, (record) => keyForm(slugOf(record))),
    odd,
    owners: new Set(records.map((record) => keyForm(ownerOf("project", record)))),
  };
});
