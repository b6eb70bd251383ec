import { assemblePlan, scopeOf } from "../plan/plan.ts";
import type { Planned } from "../plan/planner.ts";
import type { EngineRun } from "./engine.ts";
import { stepFinder } from "./plan-steps.ts";

/**
 * The drift of a stack: only what changed outside of it since the last update. What the files declare and no update has
 * applied yet is no drift: an object that the stack does not have is left out, and a changed declaration is noted.
 */
export function driftSteps(planned: Planned, { steps }: EngineRun): Planned {
  const stepOf = stepFinder(steps);
  const { plan } = planned;
  const items = plan.items.flatMap((item) => {
    if (item.action === "blocked" || item.action === "unmanaged" || item.action === "unchanged") return [item];
    const step = stepOf(item);
    if (step === undefined) return item.source === null ? [{ ...item, action: "unmanaged" as const }] : [];
    if (step.status === "failed") {
      return [{ ...item, action: "blocked" as const, reason: step.message ?? "The engine could not read it." }];
    }
    if (step.action !== "same") return [item];
    const notes = [...item.notes, "The file has changed since the last apply. That is no drift."];
    return [{ ...item, action: "unchanged" as const, changes: [], notes }];
  });
  return { ...planned, plan: assemblePlan(plan.origin, items, plan.guards, plan.problems, scopeOf(plan)) };
}
