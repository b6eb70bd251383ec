import type { PlannedProject } from "../../core/plan/planned-object.ts";
import { valueOf, type Snapshot } from "../../core/reconcile/snapshot.ts";
import { nameList } from "../../core/resources/name-list.ts";
import { nearestFirst } from "../../core/resources/nearest-name.ts";

/** Most slugs that may be the new one of a project. */
const MOST = 3;

/** The slugs, nearest first, of live projects of an organization that no file declares. Empty: there is none. */
export function unmanagedSlugs(
  { declared }: PlannedProject,
  projects: readonly PlannedProject[],
  { projects: lists }: Snapshot,
): string {
  const managed = new Set(projects.map(({ live }) => live?.id));
  const records = valueOf(lists.get(declared.organization_id))?.records ?? [];
  const slugs = records.flatMap(({ id, slug }) => (managed.has(id) || typeof slug !== "string" ? [] : [slug]));
  return nameList(nearestFirst(declared.slug, slugs).slice(0, MOST));
}
