import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { hasComponentKey, mayBeComponent } from "../../provider/resources/component/identity.ts";
import { knowledgeOf } from "../../provider/resources/component/knowledge.ts";
import { ignoresComponent } from "./ignored.ts";
import { childKey } from "./project-items.ts";
import { newItem, type Action } from "./plan.ts";
import type { ComponentWork } from "./work.ts";

/**
 * The live components of a project that no declaration was matched with: deleted if `prune`, and if it is certain that they
 * are not declared.
 */
export function unmanagedComponents(
  file: LoadedFile,
  all: readonly ProjectComponentRecord[],
  declared: readonly ComponentWork[],
  prune: boolean,
): ComponentWork[] {
  const matched = new Set(declared.map(({ live }) => live?.id));
  const entries = declared.map(({ knowledge }) => knowledge.entry);
  // Without the catalogue's id, a declared component that was not matched may be any live one: none is deleted.
  const isComplete = declared.every(({ live, knowledge }) => live !== undefined || knowledge.entry.status === "found");
  const doubled = doubledSlugs(all);
  return all
    .filter(({ id }) => !matched.has(id))
    .map((live) => {
      const isUncertain = entries.some(
        (entry) => hasComponentKey(entry.slug, live, entry) || mayBeComponent(entry.slug, live),
      );
      if (!isUncertain && ignoresComponent(file, live))
        return ignoredComponent(file, live, doubled.has(live.component_slug));
      const action = prune && isComplete && !isUncertain ? "delete" : "unmanaged";
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

/** A live component that the file ignores: it stays, and no plan shows it. */
export function ignoredComponent(file: LoadedFile, live: ProjectComponentRecord, withId: boolean): ComponentWork {
  return { ...unmanagedComponent(file, live, "unmanaged", withId), isIgnored: true };
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
  const item = newItem("component", key, action, { id: live.id });
  return { kind: "component", live, knowledge: knowledgeOf(), policy: {}, item };
}
