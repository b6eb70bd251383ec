import {
  deletionStep,
  projectStep,
  type StepFrame,
  nameOf,
  type Blocker,
  type RemainingPlan,
  type Step,
  type StepAction,
} from "../reconcile/step.ts";
import { ID_FIELDS } from "../resources/kind.ts";
import { projectRecord } from "../api/records.ts";
import { oncePerObject } from "../resources/once-per-object.ts";
import { lostFields } from "../resources/compare-project.ts";
import { isWritten } from "./plan.ts";
import { slugsOf, type PlannedChild, type PlannedProject } from "./planned-object.ts";

/** The writes of a plan and the objects that it found, for the loop. */
export function remainingPlanOf(projects: readonly PlannedProject[]): RemainingPlan {
  const steps = new Map<string, Step>();
  const ids = new Map<string, string>();
  const blockers = new Map<string, Blocker>();
  for (const project of projects) {
    for (const each of [project, ...project.children]) {
      const { item, live, isDoubled = false } = each;
      const name = nameOf(item);
      if (live !== undefined) ids.set(name, String(live[ID_FIELDS[item.kind]]));
      if (item.action === "blocked") {
        const { cause, reason = "It is blocked." } = item;
        const mayPass = !isDoubled && cause !== "forbidden";
        blockers.set(name, { error: new Error(reason), isDoubled, isUnread: cause !== undefined, mayPass });
      }
      if (isWritten(item)) steps.set(name, stepOf(each, project, item.action));
    }
  }
  return { steps, ids, blockers };
}

/** The same for one project. Each of its objects asks for it before it is written. */
export const remainingPlanIn = oncePerObject((project: PlannedProject) => remainingPlanOf([project]));

function stepOf(each: PlannedProject | PlannedChild, project: PlannedProject, action: StepAction): Step {
  const { item, live } = each;
  const frame: StepFrame = {
    key: item.key,
    action,
    organizationId: project.declared.organization_id,
    project: project.item.key,
    projectId: project.live?.id,
    slugs: slugsOf(project),
  };
  if (action === "delete" && live !== undefined) {
    return deletionStep(frame, item.kind, String(live[ID_FIELDS[item.kind]]));
  }
  if ("children" in each) {
    const own = projectStep(frame, each.declared, each.live);
    return each.awaits === undefined ? own : { ...own, awaits: each.awaits };
  }
  const step = each.write?.(frame, each.kind === "component" && each.forceSecrets === true);
  if (step === undefined) throw new Error(`${item.key} is not declared.`);
  return each.kind === "domain" && each.from !== undefined ? { ...step, from: each.from } : step;
}

/** Paths of undeclared fields that a write took the value of, by what records of one source showed before and after. */
export function lostIn(
  projects: readonly PlannedProject[],
  { kind, key, body }: Step,
  before: object,
  after: object,
): readonly string[] {
  const all = projects.flatMap((project) => [project, ...project.children]);
  const written = all.find(({ item }) => item.kind === kind && item.key === key);
  if (written === undefined) return [];
  if ("children" in written)
    return lostFields(written.declared, projectRecord.parse(before), body, projectRecord.parse(after));
  return written.kind === "component" ? (written.lost?.(before, after) ?? []) : [];
}
