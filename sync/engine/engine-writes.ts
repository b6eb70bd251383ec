import { randomUUID } from "node:crypto";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import type { Change } from "../../core/resources/kind.ts";
import { valueDigest, type PlannedWrite, type PlannedWrites } from "../../core/resources/planned-writes.ts";
import { compareProject } from "../../core/resources/compare-project.ts";
import { type Plan, type PlanItem } from "../../core/plan/plan.ts";
import { nameOf } from "../../core/reconcile/step.ts";
import { previousProjectKey, projectKey } from "../../core/plan/project-items.ts";
import type { PlannedChild, PlannedProject } from "../../core/plan/planned-object.ts";

/** The writes that a plan shows, for the engine's processes. Holds digests of the values, and none of them. */
export function plannedWritesOf(
  plan: Plan,
  work: readonly PlannedProject[],
  files: readonly LoadedFile[],
): PlannedWrites {
  const salt = randomUUID();
  const works = new Map(
    work.flatMap((project) => [project, ...project.children].map((each) => [nameOf(each.item), each] as const)),
  );
  const previousKeys = new Map(files.map((file) => [projectKey(file), previousProjectKey(file)]));
  const projects = plan.items.flatMap(({ kind, key, id }) => {
    if (kind !== "project" || id === undefined) return [];
    const previous = previousKeys.get(key);
    return [{ id, keys: [key, ...(previous === undefined ? [] : [previous])] }];
  });
  const writes = plan.items.flatMap((item): PlannedWrite[] => {
    const { kind, key, id, action } = item;
    if (action !== "create" && action !== "update" && action !== "delete") return [];
    const values = sentValues(item, works.get(nameOf(item))).map(([path, to]) => [path, valueDigest(salt, to)]);
    return [{ kind, key, action, ...(id === undefined ? {} : { id }), values: Object.fromEntries(values) }];
  });
  return {
    format: 1,
    mark: `[${randomUUID()}]`,
    salt,
    projects: Object.fromEntries(projects.map(({ id, keys }) => [id, keys])),
    writes,
  };
}

/** The fields that a write sends: each declared field if it creates, each difference if it updates. */
function sentValues(
  { action, changes }: PlanItem,
  work: PlannedProject | PlannedChild | undefined,
): [string, unknown][] {
  if (work?.declared === undefined || action === "delete") return [];
  if (action === "create") return Object.entries<unknown>(work.declared).filter(([, to]) => to !== undefined);
  const isShown = new Set(changes.map(({ path }) => path));
  // An update sends the settings together, also those that the service hides.
  const sendsSettings = changes.some(({ path }) => isSetting(path));
  return differencesOf(work).flatMap(({ path, to }): [string, unknown][] =>
    isShown.has(path) || (sendsSettings && isSetting(path)) ? [[path, to]] : [],
  );
}

function isSetting(path: string): boolean {
  return path.startsWith("settings.");
}

function differencesOf(work: PlannedProject | PlannedChild): readonly Change[] {
  if ("children" in work) return work.live === undefined ? [] : compareProject(work.declared, work.live);
  return work.kind === "component" ? (work.differences?.() ?? []) : [];
}
