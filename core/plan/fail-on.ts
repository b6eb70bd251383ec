import { countWrites, type Plan } from "./plan.ts";
import type { FailOn } from "./plan-options.ts";

/** True if the plan has something of this. Without a plan, nothing says that it has not. */
export function hasAny(plan: Plan | undefined, failOn: readonly FailOn[]): boolean {
  if (plan === undefined) return true;
  const counts: Readonly<Record<FailOn, number>> = {
    drift: countWrites(plan),
    unset: plan.unset ?? 0,
    hidden: plan.hidden ?? 0,
    unmanaged: plan.counts.unmanaged,
  };
  return failOn.some((each) => counts[each] > 0);
}

/** True if values were not compared, so that it is not known whether there are changes. Hidden ones count only if they are listed. */
export function isBlind(plan: Plan, failOn: readonly FailOn[]): boolean {
  return hasAny(plan, ["unset", ...failOn.filter((each) => each === "hidden")]);
}
