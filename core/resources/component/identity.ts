import type { ProjectComponentRecord } from "../../api/records.ts";
import { COMPONENT_SLUG, type CatalogueEntry } from "../catalogue.ts";
import { AmbiguousError } from "../failures.ts";
import { holdsName, keyForm, seenForm, seenWords } from "../canonical-forms.ts";

/*
 * Which live component a declared one is: the one with the catalogue's id, else the one with its slug, without case. A component
 * with a similar slug, or listed without its key, blocks the declared one, and the message names its id: it is never created again and
 * never pruned.
 */

/**
 * The only live component of a project with the declared key. Throws AmbiguousError for several, for a similar one, and for one that is
 * listed without its key. `subject`: names the declared one in the message.
 */
export function findComponent(
  components: readonly ProjectComponentRecord[],
  declared: string,
  entry: CatalogueEntry,
  subject = declared,
): ProjectComponentRecord | undefined {
  const id = idIn(entry);
  const withId = id === undefined ? [] : components.filter(({ component_id: shown }) => shown === id);
  const withSlug = components.filter(({ component_slug: slug }) => keyForm(slug ?? "") === keyForm(declared));
  // The slug decides only for a record without another id.
  const found = withId.length > 0 ? [...withId, ...withSlug.filter(({ component_id: shown }) => !shown)] : withSlug;
  if (found.length > 1)
    throw new AmbiguousError(
      subject,
      found.map((live) => live.id),
    );
  if (found[0] !== undefined) return found[0];
  const [unclear] = [
    ...components.filter(({ component_slug: slug }) => isSimilar(declared, slug)),
    ...unnamedIn(components, declared, entry),
  ];
  if (unclear !== undefined)
    throw new AmbiguousError(subject, [unclear.id], unclear.component_slug || "listed without its name");
  return undefined;
}

export function hasComponentKey(declared: string, live: ProjectComponentRecord, entry?: CatalogueEntry): boolean {
  const id = idIn(entry);
  const { component_id: shown, component_slug: slug } = live;
  return (id !== undefined && shown === id) || (typeof slug === "string" && keyForm(slug) === keyForm(declared));
}

/** True if a live component may be the declared one, as far as its slug says: `@edgee/ga4`, `edgee/ga4@1.1.0` or `ga4`. */
export function mayBeComponent(
  declared: string,
  { component_slug: slug }: { readonly component_slug?: unknown },
): boolean {
  return typeof slug !== "string" || slug === "" || keyForm(slug) === keyForm(declared) || isSimilar(declared, slug);
}

/** True if a pin of a declared component may be right, as far as the slug says: it names no other organization. */
export function mayBePinned(declared: string, live: ProjectComponentRecord): boolean {
  if (typeof live.component_slug !== "string") return true;
  if (!mayBeComponent(declared, live)) return false;
  const [organization = "", name = ""] = keyForm(declared).split("/");
  const parts = seenWords(live.component_slug).split(BETWEEN_NAMES);
  const before = parts[parts.indexOf(name) - 1] ?? "";
  return before === "" || before === organization;
}

/** A slug of the catalogue has two parts. Any other form of the same name is similar to it, and what only looks like it. */
function isSimilar(declared: string, slug: unknown): boolean {
  if (typeof slug !== "string" || keyForm(slug) === keyForm(declared)) return false;
  const seen = seenForm(slug);
  if (hasTwoParts(seenWords(slug))) return seen === keyForm(declared);
  if (lettersOf(seen) === lettersOf(keyForm(declared))) return true;
  return seenWords(slug)
    .split(BETWEEN_NAMES)
    .includes(componentNameOf(keyForm(declared)));
}

/** `components/cmp_ga4`, `cmp_ga4@1` and `CMP_GA4` look like `cmp_ga4`. */
function isSimilarId(shown: string, known: string): boolean {
  return holdsName(seenForm(shown), seenForm(known), /[\p{L}\p{N}_-]/u);
}

/** `edgeega4` of `edgee-ga4` and `edgee.ga4`. */
function lettersOf(slug: string): string {
  return slug.replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** What no name of the catalogue has. */
const BETWEEN_NAMES = /[^\p{L}\p{N}._~-]+/u;

/** True if a slug has the form of the catalogue's. One in another form may be any component of its name. */
export function hasTwoParts(slug: string): boolean {
  return COMPONENT_SLUG.test(slug);
}

function idIn(entry: CatalogueEntry | undefined): string | undefined {
  return (entry?.status === "found" ? entry.component.id : undefined) ?? undefined;
}

/** `component` of `organization/component`. */
export function componentNameOf(slug: string): string {
  return slug.slice(slug.indexOf("/") + 1);
}

/** The components of a list whose record does not say whether they are the declared one: they have no slug, or a similar one. */
export function unnamedIn(
  components: readonly ProjectComponentRecord[],
  declared: string,
  entry: CatalogueEntry,
): ProjectComponentRecord[] {
  const known = idIn(entry);
  const isClear = (id: string): boolean => known !== undefined && (id === known || !isSimilarId(id, known));
  return components.filter(
    ({ component_slug: slug, component_id: id }) => (!slug || isSimilar(declared, slug)) && !(id && isClear(id)),
  );
}
