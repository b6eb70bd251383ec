import type { ReadClient } from "../../api/client.ts";
import { isNotFound } from "../../api/errors.ts";
import type { ProjectComponentRecord } from "../../api/records.ts";
import type { CatalogueEntry } from "../catalogue.ts";
import { isSameText } from "../compare-text.ts";
import { AmbiguousError } from "../failures.ts";
import type { InProject } from "../kind.ts";
import { whileProjectAnswers } from "../project.ts";
import type { DeclaredComponent } from "./declared.ts";
import type { ComponentKnowledge } from "./knowledge.ts";

/** Names a component in messages. */
export function subjectOf({ projectId }: InProject, { component }: DeclaredComponent): string {
  return `component ${component} in project ${projectId}`;
}

/**
 * Whether a live component is the declared one, as far as the record tells: by the id that the catalogue has for it, by its
 * slug without case, or by its slug without the organization. Such a component is never created again and never pruned.
 */
export function meansComponent(declared: string, live: ProjectComponentRecord, entry?: CatalogueEntry): boolean {
  const slug = live.component_slug;
  const isSame = hasIdOf(entry, live);
  if (isSame === true) return true;
  if (typeof slug !== "string") return false;
  if (isSameText(bareSlug(slug), declared)) return true;
  if (!isSameText(slug, nameOf(declared))) return false;
  // Two organizations may have components of one name: another id of the same type says that it is the other one. Ids without
  // a type may be of anything, such as a version.
  const type = typeOf(idIn(entry));
  return isSame === undefined || type === "" || type !== typeOf(live.component_id);
}

/** Whether a live component has the catalogue's id. `undefined`: one is not known. */
export function hasIdOf(
  entry: CatalogueEntry | undefined,
  { component_id: id }: ProjectComponentRecord,
): boolean | undefined {
  const known = idIn(entry);
  return known === undefined || typeof id !== "string" ? undefined : isSameText(id, known);
}

/** `cmp_` of `cmp_1`, or nothing. */
function typeOf(id: string | null | undefined): string {
  return /^[a-z]+_/i.exec(id ?? "")?.[0] ?? "";
}

function idIn(entry: CatalogueEntry | undefined): string | undefined {
  return (entry?.status === "found" ? entry.component.id : undefined) ?? undefined;
}

// No name in the catalogue has anything in front of its organization, or a version behind it.
const AROUND = /^(?:.*?[/@:])??([^/@:]+\/[^/@:]+)(?:[@:].*)?$/s;

/** `edgee/ga4` of `@edgee/ga4`, `registry:edgee/ga4` and `edgee/ga4@1.1.0`. */
export function bareSlug(slug: string): string {
  return slug.replace(AROUND, "$1");
}

/** Why a live component that only a short slug makes the declared one may be another. */
export function otherName(
  live: ProjectComponentRecord,
  component: string,
  entry: CatalogueEntry,
): AmbiguousError | undefined {
  const { id, component_id: shown, component_slug: slug } = live;
  return isShort(slug ?? "") && hasIdOf(entry, live) === false
    ? new AmbiguousError(component, [id], `${slug} with component_id ${shown}`)
    : undefined;
}

/** Whether a live slug lacks the organization, so that components of several organizations may be meant. */
export function isShort(slug: string): boolean {
  return !slug.includes("/");
}

/** `component` of `organization/component`. */
export function nameOf(slug: string): string {
  return slug.slice(slug.indexOf("/") + 1);
}

/** The components of a project that have the declared key: those with its id or slug, else those with a short slug. */
export function withKey(
  components: readonly ProjectComponentRecord[],
  { entry }: ComponentKnowledge,
  { component }: Pick<DeclaredComponent, "component">,
): ProjectComponentRecord[] {
  const id = idIn(entry);
  const meant = candidates(components, component, id).filter((live) => meansComponent(component, live, entry));
  const hasId = (live: ProjectComponentRecord): boolean => hasIdOf(entry, live) === true;
  // If one has the catalogue's id, another id in the same list says that it is another component.
  const isIdKnown = meant.some(hasId);
  const certain = meant.filter(
    (live) =>
      hasId(live) || (!isShort(live.component_slug ?? "") && !(isIdKnown && typeof live.component_id === "string")),
  );
  return certain.length === 0 ? meant : certain;
}

/** The components of a list that may be a declared one, in the order of the list: all that `meansComponent` takes, and others. */
function candidates(
  components: readonly ProjectComponentRecord[],
  declared: string,
  id: string | undefined,
): ProjectComponentRecord[] {
  const { byId, bySlug } = indexOf(components);
  const slugs = new Set([declared.toLowerCase(), nameOf(declared).toLowerCase()]);
  const withId = id === undefined ? [] : (byId.get(id.toLowerCase()) ?? []);
  const found = new Set([...withId, ...[...slugs].flatMap((slug) => bySlug.get(slug) ?? [])]);
  return [...found].toSorted((a, b) => a - b).flatMap((position) => components[position] ?? []);
}

/** The components of a list whose record has no slug. */
export function withoutSlug(components: readonly ProjectComponentRecord[]): ProjectComponentRecord[] {
  return (indexOf(components).bySlug.get(undefined) ?? []).flatMap((position) => components[position] ?? []);
}

interface ComponentIndex {
  /** The positions in the list by the id in the catalogue, in lower case. */
  readonly byId: ReadonlyMap<string | undefined, readonly number[]>;
  /** The positions by the bare slug in lower case. */
  readonly bySlug: ReadonlyMap<string | undefined, readonly number[]>;
}

/** Cache: a plan looks up each declared component in the same list. */
const indexes = new WeakMap<readonly ProjectComponentRecord[], ComponentIndex>();

function indexOf(components: readonly ProjectComponentRecord[]): ComponentIndex {
  const known = indexes.get(components);
  if (known !== undefined) return known;
  const index = {
    byId: Map.groupBy(components.keys(), (position) => components[position]?.component_id?.toLowerCase()),
    bySlug: Map.groupBy(components.keys(), (position) => {
      const slug = components[position]?.component_slug ?? undefined;
      return slug && bareSlug(slug).toLowerCase();
    }),
  };
  indexes.set(components, index);
  return index;
}

/** Reads one component. `undefined` only if it is gone and its project is not. */
export async function readComponent(
  client: ReadClient,
  projectId: string,
  id: string,
): Promise<ProjectComponentRecord | undefined> {
  try {
    return await client.components.get(projectId, id);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return whileProjectAnswers(client, projectId, error);
  }
}
