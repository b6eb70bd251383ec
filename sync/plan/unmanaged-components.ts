import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { childKey } from "./items.ts";
import type { Action } from "./plan.ts";
import type { ComponentWork } from "./work.ts";

/** What is live in a project and no entry of the file came to (`found`): deleted if `prune`, where that is sure. */
export function undeclaredComponents(
  file: LoadedFile,
  all: readonly ProjectComponentRecord[],
  found: ReadonlySet<string | undefined>,
  prune: boolean,
): ComponentWork[] {
  return all
    .filter(({ id }) => !found.has(id))
    .map((live) => {
      const doubtful = mayBeDeclared(file, live);
      const action = prune && !doubtful ? "delete" : "unmanaged";
      return undeclaredComponent(file, live, action, doubtful || isDoubled(live, all));
    });
}

/** Whether a component that no entry of the file came to may be one of them all the same: it is not deleted then. */
function mayBeDeclared({ components = [] }: LoadedFile, { component_slug: slug }: ProjectComponentRecord): boolean {
  return typeof slug !== "string" || components.some(({ declared }) => declared.component === slug);
}

/** Whether the slug alone does not tell a component from another one in the same list. */
export function isDoubled(
  { component_slug: slug }: ProjectComponentRecord,
  all: readonly ProjectComponentRecord[],
): boolean {
  return all.filter((other) => other.component_slug === slug).length > 1;
}

/** `withId`: where the slug alone would not tell it from others, its key has the id as well. */
export function undeclaredComponent(
  file: LoadedFile,
  live: ProjectComponentRecord,
  action: Action,
  withId: boolean,
): ComponentWork {
  const name = live.component_slug ?? "component";
  const key = childKey(file, withId || typeof live.component_slug !== "string" ? `${name}#${live.id}` : name);
  return {
    kind: "component",
    live,
    item: { kind: "component", key, action, id: live.id, changes: [], source: null, notes: [] },
  };
}
