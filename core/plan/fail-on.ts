import { countWrites, type Plan } from "./plan.ts";

/**
 * Findings that can fail a check of the service: differences, values that were not compared because their variable is not set (`unset`) or because
 * the service does not show them (`hidden`), and undeclared objects.
 */
export const FAIL_ON = ["drift", "unset", "hidden", "unmanaged"] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** `hidden` is not in it: a service that always hides secrets would fail every run. */
export const DEFAULT_FAIL_ON: readonly FailOn[] = ["drift", "unset"];

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
