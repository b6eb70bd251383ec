import {
  InvalidRequestError,
  isServiceError,
  isTransient,
  isUnauthenticated,
  OtherObjectError,
  RefusedError,
} from "../api/errors.ts";
import type { Client } from "../api/client.ts";
import type { ProjectRecord } from "../api/records.ts";
import { atMostOne } from "./at-most-one.ts";
import { isSameText } from "./compare-text.ts";
import { AmbiguousError } from "./failures.ts";
import { rememberedLists, type Lists, type ProjectList } from "./lists.ts";
import { READ_DELAYS } from "./settle.ts";

/*
 * Which live project a declared one is. Organization and slug are the key, but a service may show both in another form, or
 * not at all. A project that may be the declared one is never created a second time, and a project that may belong to
 * another organization is never written.
 */

/** The natural key of a project. */
export interface ProjectKey {
  readonly organization_id: string;
  readonly slug: string;
}

/** It cannot be told whether a project is the declared one. Nothing is sent until the user says so. */
export class UncertainOwnerError extends InvalidRequestError {}

export function subjectOf({ organization_id: organization, slug }: ProjectKey): string {
  return `project ${slug} of ${organization}`;
}

const REMEDY = "Correct that record at the service. If this project exists, pin it with `id`.";

/** The only live project with a key. Throws AmbiguousError for several, UncertainOwnerError if its owner is not certain. */
export async function findProject(lists: Lists, key: ProjectKey): Promise<ProjectRecord | undefined> {
  return atMostOne(subjectOf(key), await findProjects(lists, key), ({ id }) => id);
}

/**
 * The live projects with a key. Throws UncertainOwnerError if the owner of one is not certain, or if there is none, but a
 * project that cannot be read may be it.
 */
export async function findProjects(lists: Lists, key: ProjectKey): Promise<readonly ProjectRecord[]> {
  const list = await lists.projects(key.organization_id);
  const { bySlug, prefixed, owners, unknown } = await indexOf(lists, list, key.organization_id);
  const similar = bySlug.get(slugForm(key.slug, key.organization_id)) ?? [];
  const whole = await Promise.all(
    similar.map(async (record) =>
      ownerOf(record) === undefined ? ((await lists.project(record.id)) ?? record) : record,
    ),
  );
  // The read by id may show another slug: a list may lag.
  const current = whole.filter(({ slug }) => (slug ?? "") === "" || isSameSlug(slug, key));
  const longer = prefixed.filter(({ slug }) => mayBeSameSlug(slug, key));
  refuseOtherForm(owners, [...current, ...longer], key);
  const own: ProjectRecord[] = [];
  for (const record of current) {
    const owner = ownerOf(record);
    if (owner === undefined) await proveOwner(lists, record, key);
    if (owner === undefined || isSameText(owner, key.organization_id)) own.push(record);
  }
  if (own.length === 0) {
    const nameless = list.odd.filter(({ slug }) => (slug ?? "") === "" || mayBeSameSlug(slug, key));
    const [reason] = [...nameless.map(({ error }) => error.message), ...unknown];
    if (reason !== undefined)
      throw new UncertainOwnerError(`A project that cannot be read may be this one. ${reason} ${REMEDY}`);
    const similar = [...prefixed, ...whole].find((record) => hasProjectKey(key, record));
    if (similar !== undefined) throw new AmbiguousError(subjectOf(key), [similar.id], String(similar.slug));
  }
  const exact = own.filter(({ slug }) => slug === key.slug);
  return exact.length > 0 ? exact : own;
}

/** The projects of one list. */
interface ProjectIndex {
  /** By the form of the slug in which all its spellings are equal. */
  readonly bySlug: ReadonlyMap<string, readonly ProjectRecord[]>;
  /** Those whose slug may have something in front. */
  readonly prefixed: readonly ProjectRecord[];
  /** The organizations that the records name, in lower case. */
  readonly owners: ReadonlySet<string>;
  /** Why some of them have no slug. */
  readonly unknown: readonly string[];
}

/** Cache: a plan looks up each declared project in the same list. By organization, because a slug may have it in front. */
const indexes = new WeakMap<ProjectList, Map<string, Promise<ProjectIndex>>>();

function indexOf(lists: Lists, list: ProjectList, organization: string): Promise<ProjectIndex> {
  const known = indexes.get(list) ?? new Map<string, Promise<ProjectIndex>>();
  indexes.set(list, known);
  const index = known.get(organization) ?? createIndex(lists, list, organization);
  known.set(organization, index);
  return index;
}

async function createIndex(lists: Lists, { records }: ProjectList, organization: string): Promise<ProjectIndex> {
  const named = await Promise.all(records.map((record) => withSlug(lists, record)));
  const withForm = named.flatMap(({ record }) =>
    typeof record.slug === "string" ? [{ record, form: slugForm(record.slug, organization) }] : [],
  );
  const bySlug = new Map<string, ProjectRecord[]>();
  for (const { record, form } of withForm) {
    const others = bySlug.get(form);
    if (others === undefined) bySlug.set(form, [record]);
    else others.push(record);
  }
  return {
    bySlug,
    prefixed: withForm.flatMap(({ record, form }) => (/[/:]/.test(form) ? [record] : [])),
    owners: new Set(records.flatMap((record) => ownerOf(record)?.toLowerCase() ?? [])),
    unknown: named.flatMap(({ unknown }) => unknown ?? []),
  };
}

/** A record with its slug, which a list may leave out. `unknown`: why it has none. */
async function withSlug(
  lists: Lists,
  listed: ProjectRecord,
): Promise<{ readonly record: ProjectRecord; readonly unknown?: string }> {
  if ((listed.slug ?? "") !== "") return { record: listed };
  try {
    const record = await lists.project(listed.id);
    if (record === undefined)
      return { record: listed, unknown: `${listed.id} is listed without a slug, and was not found.` };
    return (record.slug ?? "") === ""
      ? { record, unknown: `The service does not show the slug of ${record.id}.` }
      : { record };
  } catch (error) {
    if (!isServiceError(error) || isUnauthenticated(error)) throw error;
    return { record: listed, unknown: error.message };
  }
}

/** Whether a live project has the declared key, as far as its record says. */
export function hasProjectKey(key: ProjectKey, live: ProjectRecord): boolean {
  const owner = ownerOf(live);
  return mayBeSameSlug(live.slug, key) && (owner === undefined || isSameText(owner, key.organization_id));
}

/**
 * The answer to a create, unless it is of another organization, or was listed before with another slug. A new one may have
 * that. It may also show the organization in another form: then the organization's list shows it.
 */
export async function notAnother(
  client: Client,
  answer: ProjectRecord,
  key: ProjectKey,
  listed: ProjectList | undefined,
): Promise<ProjectRecord> {
  const { id, organization_id: organization, slug } = answer;
  const isNew = listed?.records.every((project) => project.id !== id) ?? true;
  if (hasProjectKey(key, isNew ? { ...answer, slug: key.slug } : answer)) return answer;
  for (const delay of isNew ? READ_DELAYS : []) {
    if (delay > 0) await client.pause(delay, `for the list to show ${id}`);
    if (await isListed(client, id, key.organization_id)) return answer;
  }
  throw new OtherObjectError(
    `The service answered the creation of ${subjectOf(key)} with ${id}, which is project ${slug ?? id} of ` +
      `${organization ?? key.organization_id}. Nothing more was written. If it is this project, declare that slug and organization, or pin ` +
      `its id.`,
  );
}

async function isListed(client: Client, id: string, organization: string): Promise<boolean> {
  try {
    return (await rememberedLists(client).projects(organization)).records.some((project) => project.id === id);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return false;
  }
}

/** Whether two slugs name the same project: they may differ in case, and one may have the organization in front. */
export function isSameSlug(live: unknown, { organization_id: organization, slug }: ProjectKey): boolean {
  return typeof live === "string" && slugForm(live, organization) === slugForm(slug, organization);
}

/** Whether they may name the same project: only a pinned id tells whether `acme/site` or `org_1:site` is `site`. */
export function mayBeSameSlug(live: unknown, key: ProjectKey): boolean {
  if (typeof live !== "string") return false;
  const front = live.slice(0, -key.slug.length);
  // No declared slug has `/` or `:`. Every other sign may be in one.
  return isSameSlug(live, key) || (/[/:]$/.test(front) && isSameText(front + key.slug, live));
}

function slugForm(slug: string, organization: string): string {
  return withoutOrganization(slug, organization).toLowerCase();
}

/** `site` of `org_1/site`: some services show the organization with the slug. */
function withoutOrganization(slug: string, organization: string): string {
  const prefix = `${organization}/`;
  return isSameText(slug.slice(0, prefix.length), prefix) ? slug.slice(prefix.length) : slug;
}

function ownerOf({ organization_id: owner }: ProjectRecord): string | undefined {
  return typeof owner === "string" && owner !== "" ? owner : undefined;
}

/**
 * If every project of the organization's list names one other organization (`listed`: those that it names), either the service
 * shows the id in another form, or it ignores the filter: then a project with the slug may be the declared one.
 */
function refuseOtherForm(listed: ReadonlySet<string>, current: readonly ProjectRecord[], key: ProjectKey): void {
  const owners = new Set([...listed, ...current.flatMap((record) => ownerOf(record)?.toLowerCase() ?? [])]);
  const candidate = current.find((record) => ownerOf(record) !== undefined);
  const owner = candidate && ownerOf(candidate);
  if (owners.size !== 1 || owner === undefined || isSameText(owner, key.organization_id)) return;
  throw new UncertainOwnerError(
    `Asked for the projects of ${key.organization_id}, the service shows only projects of ${owner}, and ${candidate?.id} ` +
      `has the slug ${candidate?.slug ?? key.slug}. If it is this project, write \`organization_id: ${owner}\`. If not, use another slug, or ` +
      `a token for ${key.organization_id}.`,
  );
}

/** An id that no organization has: its list shows whether the service reads `organization_id` at all. */
const NO_ORGANIZATION = "no-such-organization";

/**
 * A record without an organization belongs to the organization whose list shows it, if the service filters its lists. It does
 * if the list of another organization does not show the record, or is refused.
 */
async function proveOwner(lists: Lists, { id }: ProjectRecord, { organization_id, slug }: ProjectKey): Promise<void> {
  let isFiltered: boolean;
  try {
    isFiltered = !(await lists.projects(NO_ORGANIZATION)).records.some((other) => other.id === id);
  } catch (error) {
    if (!(error instanceof RefusedError) || isTransient(error) || isUnauthenticated(error)) throw error;
    isFiltered = true;
  }
  if (isFiltered) return;
  throw new UncertainOwnerError(
    `${id} has the slug ${slug}, but the service does not say which organization it belongs to, and shows it for every ` +
      `organization. If it is the project of ${organization_id}, pin it with \`id: ${id}\`.`,
  );
}
