import { assemblePlan, blocked } from "../../core/plan/plan.ts";
import type { PlanResult } from "../../core/plan/planner.ts";
import { EngineError, type EngineRun } from "./engine.ts";
import { stepFinder, unlisted } from "./plan-steps.ts";

/**
 * The drift of a stack: only what changed outside of it since the last update. What the files declare and no update has
 * applied yet is no drift: an object that the stack does not have is left out, and a changed declaration is noted. What a failed
 * refresh did not read is blocked. Throws EngineError if no step tells why it failed.
 */
export function driftSteps(planned: PlanResult, { steps, error }: EngineRun): PlanResult {
  const failed = steps.filter(({ status }) => status === "failed");
  if (error !== undefined && failed.length === 0) throw new EngineError("engine-failed", error, undefined);
  const stepOf = stepFinder(steps);
  const { plan } = planned;
  const items = [...plan.items, ...unlisted(plan.items, failed)].flatMap((item) => {
    if (item.action === "blocked") return [item];
    const step = stepOf(item);
    if (step?.status === "failed") return [blocked(item, step.message ?? error ?? "The engine could not read it.")];
    // The plan has read these.
    if (item.action === "unmanaged" || item.action === "unchanged") return [item];
    if (step === undefined) {
      // The stack may have it.
      if (error !== undefined) return [blocked(item, "Skipped: the refresh ended before it.")];
      return item.source === null ? [{ ...item, action: "unmanaged" as const }] : [];
    }
    if (step.action !== "same") return [item];
    const notes = [...item.notes, "The file has changed since the last apply. That is no drift."];
    return [{ ...item, action: "unchanged" as const, changes: [], notes }];
  });
  return { ...planned, plan: assemblePlan(items, plan) };
}
