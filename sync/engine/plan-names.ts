import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { itemName, projectOf, type PlanItem } from "../../core/plan/plan.ts";
import { previousProjectKey, projectKey } from "../../core/plan/project-items.ts";
import type { Step } from "./engine.ts";

/**
 * Gives a step the key that a plan has for its object, unless that is the name of another step: one of `taken`. A stack names an object as
 * it was declared: a project that is renamed, and what is in it, by the previous slug; a component that no file declares any more by its
 * slug, also if the service shows only its id.
 */
export function namesOfPlan(
  items: readonly PlanItem[],
  files: readonly LoadedFile[],
): (step: Step, taken?: ReadonlySet<string>) => Step {
  const known = new Set(items.map(itemName));
  // A host name is an id only in its project.
  const keys = new Map(
    items.flatMap(({ kind, key, id }) => (kind === "domain" || id === undefined ? [] : [[`${kind} ${id}`, key]])),
  );
  const renamed = new Map(files.map((file) => [previousProjectKey(file), projectKey(file)]));
  return (step, taken) => {
    if (known.has(itemName(step))) return step;
    const { kind, key, id } = step;
    const project = projectOf({ key });
    const planned = keys.get(`${kind} ${id}`) ?? `${renamed.get(project) ?? project}${key.slice(project.length)}`;
    const name = itemName({ kind, key: planned });
    return known.has(name) && taken?.has(name) !== true ? { ...step, key: planned } : step;
  };
}
