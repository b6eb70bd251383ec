import type { Problem } from "../provider/file/problem.ts";
import type { Applied } from "./apply/outcome.ts";
import type { FailureReason } from "./failure-reason.ts";
import type { DomainStatus } from "./plan/domain-status.ts";
import { countWrites, isChange, refusals, type Plan } from "./plan/plan.ts";
import type { Result } from "./result.ts";

export type Mode = "validate" | "plan" | "apply" | "drift";

/** What a run found and did: plain data without secrets, ready to be shown. */
export interface Report {
  readonly mode: Mode;
  readonly result: Result;
  /** Why the run failed, for programs. Absent if it did not. */
  readonly failureReason?: FailureReason;
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
  /** Why the run ended early. Absent if it did not. */
  readonly error?: string;
  readonly plan?: Plan;
  readonly applied?: Applied;
  /** The declared domains that are live. Absent if the service was not read. */
  readonly domains?: readonly DomainStatus[];
}

/** The result of a run that only planned. */
export function resultOfPlan(plan: Plan, mode: Mode): Result {
  if (plan.problems.some(({ level }) => level === "error")) return "invalid";
  if (refusals(plan).length > 0) return "refused";
  if (mode === "drift" && countWrites(plan) > 0) return "drift";
  if (plan.counts.blocked > 0) return "blocked";
  return plan.items.some(isChange) ? "changes" : "no-changes";
}

/** The result of a run that applied its plan. `hasFailed`: the engine failed, whatever became of the objects. */
export function resultOfApply(
  { counts: { blocked } }: Plan,
  { counts }: Applied,
  isStopped: boolean,
  hasFailed = false,
): Result {
  const undone = counts.partial + counts.failed + counts.unknown + counts["not-started"] + blocked;
  if (undone === 0 && !hasFailed) return counts.done > 0 ? "applied" : "no-changes";
  if (isStopped) return "stopped";
  if (counts.done + counts.partial + counts.unknown > 0) return "partial";
  return blocked === undone && !hasFailed ? "blocked" : "failed";
}
