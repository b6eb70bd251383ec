import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../../core/api/records.ts";
import type { PlanItem } from "../../../core/plan/plan.ts";
import { hostForm, type Content, type Declared, type DeclaredComponent } from "./draw-files.ts";
import type { LiveProject } from "./draw-service.ts";
import type { Played } from "./plan-scene.ts";
import { catalogueId } from "./read-service.ts";

/* Which live object a declared one is, in the words of design.md ("A resource kind"). Knows nothing of the product's own rules. */

/** An object that a file declares. */
export interface DeclaredObject extends Declared {
  readonly kind: PlanItem["kind"];
  readonly key: string;
  /** The slug, the component, or the canonical host name. */
  readonly name: string;
  readonly content: Content;
  readonly component?: DeclaredComponent;
}

export function projectKeyOf({ project: { organization_id: organization, slug } }: Content): string {
  return `${organization}/${slug}`;
}

/** Everything that files declare, but host names that are not known. */
export function declaredIn(contents: readonly Content[]): DeclaredObject[] {
  return contents.flatMap((content): DeclaredObject[] => {
    const { project, components = {}, domains = [] } = content;
    const key = projectKeyOf(content);
    return [
      { ...lifecycleOf(project), kind: "project", key, name: project.slug, content },
      ...Object.entries(components).map(([name, component]): DeclaredObject => ({
        ...lifecycleOf(component),
        kind: "component",
        key: `${key}/${name}`,
        name,
        content,
        component,
      })),
      ...domains.flatMap(({ name, ...rest }): DeclaredObject[] => {
        if (typeof name !== "string") return [];
        const form = hostForm(name);
        return [{ ...lifecycleOf(rest), kind: "domain", key: `${key}/${form}`, name: form, content }];
      }),
    ];
  });
}

function lifecycleOf({ absent = false, protect = false, id }: Declared): Declared {
  return { absent, protect, ...(id === undefined ? {} : { id }) };
}

export type Likeness = "same" | "similar" | "other";

/** `acme/one` and `org_1:one` are similar to `one`. */
export function slugLikeness(declared: string, live: unknown): Likeness {
  const [mine, theirs] = [declared.toLowerCase(), String(live).toLowerCase()];
  if (mine === theirs) return "same";
  return theirs.endsWith(`/${mine}`) || theirs.endsWith(`:${mine}`) ? "similar" : "other";
}

/** `ga4`, `@edgee/ga4` and `edgee/ga4@1.1.0` are similar to `edgee/ga4`. */
export function componentLikeness(declared: string, live: unknown): Likeness {
  const [mine, theirs] = [declared.toLowerCase(), String(live).toLowerCase()];
  if (mine === theirs) return "same";
  const forms = [mine.split("/")[1], `@${mine}`, `${mine}@1.1.0`];
  return forms.includes(theirs) ? "similar" : "other";
}

/** `https://a.example.com/` and `a.example.com:443` are similar to `a.example.com`. */
export function hostLikeness(declared: string, live: string): Likeness {
  if (hostForm(live) === declared) return "same";
  return live.replace(/^https:\/\/|\/$|:\d+$/g, "") === declared ? "similar" : "other";
}

/** The likeness of a live component: the catalogue's id decides, else the slug. */
export function likenessOf(
  { service }: Pick<Played, "service">,
  declared: string,
  live: { readonly component_slug?: unknown; readonly component_id?: unknown },
): Likeness {
  const id = catalogueId(service, declared);
  return id !== undefined && live.component_id === id ? "same" : componentLikeness(declared, live.component_slug);
}

/** Whether another declaration of a file pins a live component, or has its key: then it does not count for this one. */
export function isMeantByOther(
  played: Pick<Played, "service">,
  { components = {} }: Content,
  declared: string,
  live: { readonly id: string; readonly component_slug?: unknown; readonly component_id?: unknown },
): boolean {
  return Object.entries(components).some(([name, { id }]) => {
    if (name === declared) return false;
    const likeness = likenessOf(played, name, live);
    // A pin of another component is wrong.
    return id === undefined ? likeness === "same" : id === live.id && likeness !== "other";
  });
}

/**
 * The live projects of a declared one's organization whose slug is so like its own. One that is gone counts if the list still says what
 * it was.
 */
export function projectsLike(
  { service }: Pick<Played, "service">,
  { project }: Content,
  likeness: Likeness,
): LiveProject[] {
  return service.projects.filter(
    ({ organization, record, unlisted, isGone }) =>
      organization.toLowerCase() === project.organization_id.toLowerCase() &&
      slugLikeness(project.slug, record.slug) === likeness &&
      !(isGone && !isWhole(record, unlisted)),
  );
}

/** Whether a list says whose project it is, and its slug. Otherwise it is read by its id. */
function isWhole(record: ProjectRecord, unlisted: readonly string[]): boolean {
  return ["slug", "organization_id"].every((name) => record[name] !== undefined && !unlisted.includes(name));
}

/** The components that a snapshot shows in a project. `undefined`: they were not read, or the read failed. */
export function componentsOf(
  { snapshot }: Pick<Played, "snapshot">,
  id: string,
): readonly ProjectComponentRecord[] | undefined {
  const reading = snapshot.components.get(id);
  return reading !== undefined && "value" in reading ? reading.value : undefined;
}

/** The domains that a snapshot shows in a project. `undefined`: they were not read, or the read failed. */
export function domainsOf({ snapshot }: Pick<Played, "snapshot">, id: string): readonly DomainRecord[] | undefined {
  const reading = snapshot.domains.get(id);
  return reading !== undefined && "value" in reading ? reading.value : undefined;
}

/** The ids of the live projects that the plan found for files, by the key of the project. */
export function foundProjects({ planned }: Pick<Played, "planned">): ReadonlyMap<string, string> {
  return new Map(
    planned.projects.flatMap(({ item, live }) => (live === undefined ? [] : [[item.key, live.id] as const])),
  );
}

export function nameOf({ kind, key }: Pick<PlanItem, "kind" | "key">): string {
  return `${kind} ${key}`;
}

/** The key of the project that an object is in. */
export function parentOf(key: string): string {
  return key.split("/", 2).join("/");
}
