import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { hasComponentKey, mayBeComponent } from "../../provider/resources/component/identity.ts";
import { knowledgeOf } from "../../provider/resources/component/knowledge.ts";
import { childKey } from "./project-items.ts";
import type { Action } from "./plan.ts";
import type { ComponentWork } from "./work.ts";

/**
 * The live components of a project that no declaration was matched with: deleted if `prune`, and if it is certain that they
 * are not declared. `matched`: ids of the components that were. `entries`: of the declared components.
 */
export function unmanagedComponents(
  file: LoadedFile,
  all: readonly ProjectComponentRecord[],
  {
    matched,
    entries,
  }: { readonly matched: ReadonlySet<string | undefined>; readonly entries: readonly CatalogueEntry[] },
  prune: boolean,
): ComponentWork[] {
  const doubled = doubledSlugs(all);
  return all
    .filter(({ id }) => !matched.has(id))
    .map((live) => {
      const isUncertain = entries.some(
        (entry) => hasComponentKey(entry.slug, live, entry) || mayBeComponent(entry.slug, live),
      );
      const action = prune && !isUncertain ? "delete" : "unmanaged";
      return unmanagedComponent(file, live, action, isUncertain || doubled.has(live.component_slug));
    });
}

/** The slugs that several components of a list have. */
export function doubledSlugs(
  all: readonly ProjectComponentRecord[],
): ReadonlySet<ProjectComponentRecord["component_slug"]> {
  const bySlug = Map.groupBy(all, ({ component_slug: slug }) => slug);
  return new Set([...bySlug].flatMap(([slug, alike]) => (alike.length > 1 ? [slug] : [])));
}

/** The keys that an unmanaged component may have: without its id, and with it. */
export function possibleKeys(
  file: LoadedFile,
  { component_slug: name, id }: ProjectComponentRecord,
): [plain: string, full: string] {
  const key = childKey(file, name ?? "component");
  return [key, `${key}#${id}`];
}

/** `withId`: the slug alone does not name the component, so its key has the id too. */
export function unmanagedComponent(
  file: LoadedFile,
  live: ProjectComponentRecord,
  action: Action,
  withId: boolean,
): ComponentWork {
  const [plain, full] = possibleKeys(file, live);
  const key = withId || typeof live.component_slug !== "string" ? full : plain;
  return {
    kind: "component",
    live,
    knowledge: knowledgeOf(),
    policy: {},
    item: { kind: "component", key, action, id: live.id, changes: [], source: null, notes: [] },
  };
}
