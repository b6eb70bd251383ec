import type { Redaction } from "../provider/api/redaction.ts";
import { redactPlan } from "./redact-report.ts";
import type { Plan, Verdict } from "./plan/plan.ts";
import type { Planned } from "./plan/planner.ts";
import { checkReviewedPlan, checkSavedPlan } from "./plan/reviewed-plan.ts";
import type { RunOptions } from "./run-options.ts";

/** The plan with the verdicts of the plans that somebody saved or reviewed. Those are redacted, so the redacted plan is compared. */
export function withEarlierPlans(
  planned: Planned,
  { savedPlan, reviewedPlan }: Pick<RunOptions, "savedPlan" | "reviewedPlan">,
  redaction: Redaction,
): Planned {
  if (savedPlan === undefined && reviewedPlan === undefined) return planned;
  const redacted = redactPlan(planned.plan, redaction);
  const plan = savedPlan ? withVerdict(planned.plan, checkSavedPlan(redacted, savedPlan)) : planned.plan;
  return { ...planned, plan: reviewedPlan ? checkReviewedPlan(plan, redacted, reviewedPlan) : plan };
}

/** Drift writes nothing, so no guard applies. */
export function withoutGuards(planned: Planned): Planned {
  return { ...planned, plan: { ...planned.plan, guards: [] } };
}

export const NOT_CONFIRMED: Verdict = {
  guard: "confirmation",
  passed: false,
  message: "The plan was not confirmed: nothing was written.",
};

/** An engine reads the files itself: it would apply what no plan showed. */
export const FILES_CHANGED: Verdict = {
  guard: "plan-check",
  passed: false,
  message: "The project files have changed since the plan was made: nothing was written. Plan again.",
};

export function withVerdict(plan: Plan, verdict: Verdict): Plan {
  return { ...plan, guards: [...plan.guards, verdict] };
}
