import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { itemName, projectOf, type PlanItem } from "../plan/plan.ts";
import { previousProjectKey, projectKey } from "../plan/project-items.ts";
import type { EngineRun, Step } from "./engine.ts";

/**
 * Gives steps the keys that a plan has for their objects. A stack names an object as it was declared: a project that is renamed,
 * and what is in it, by the previous slug; a component that no file declares any more by its slug, also if the service shows
 * only its id.
 */
export interface PlanNames {
  readonly nameStep: (step: Step) => Step;
  readonly nameRun: (run: EngineRun) => EngineRun;
}

export function planNames(items: readonly PlanItem[], files: readonly LoadedFile[]): PlanNames {
  const known = new Set(items.map(itemName));
  // A host name is an id only in its project.
  const keys = new Map(
    items.flatMap(({ kind, key, id }) => (kind === "domain" || id === undefined ? [] : [[`${kind} ${id}`, key]])),
  );
  const renamed = new Map(
    files.flatMap((file) => {
      const previous = previousProjectKey(file);
      return previous === undefined ? [] : [[previous, projectKey(file)] as const];
    }),
  );
  const keyOf = ({ kind, key, id }: Step): string => {
    const project = projectOf({ key });
    return keys.get(`${kind} ${id}`) ?? `${renamed.get(project) ?? project}${key.slice(project.length)}`;
  };
  const nameStep = (step: Step): Step => {
    if (known.has(itemName(step))) return step;
    const named = { ...step, key: keyOf(step) };
    return known.has(itemName(named)) ? named : step;
  };
  return {
    nameStep,
    nameRun: ({ steps, ...run }) => {
      const taken = new Set(steps.map(itemName));
      const unlessTaken = (step: Step): Step => {
        const named = nameStep(step);
        return taken.has(itemName(named)) ? step : named;
      };
      return { ...run, steps: steps.map(unlessTaken) };
    },
  };
}
