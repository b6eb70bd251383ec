import type { Problem } from "../provider/file/problem.ts";
import type { Applied } from "./apply/outcome.ts";
import { isChange, refusals, type Plan } from "./plan/plan.ts";

export type Mode = "validate" | "plan" | "apply" | "drift";

/**
 * What a run came to.
 *
 * - `valid`: the files are valid (`validate` only).
 * - `no-changes`: the service matches the files.
 * - `changes`: the plan has changes (`plan` only).
 * - `drift`: the service differs from the files (`drift` only).
 * - `applied`: every change was made.
 * - `partial`: some changes were not made, and some were or may have been.
 * - `blocked`: the files declare something that cannot be done.
 * - `refused`: a guard does not allow the plan to be applied. Nothing was written.
 * - `invalid`: the files are not valid, or do not fit the catalogue. Nothing was written.
 * - `stopped`: the run was stopped before everything was done.
 * - `failed`: no change was made, or the service could not be read.
 */
export type Result =
  | "valid"
  | "no-changes"
  | "changes"
  | "drift"
  | "applied"
  | "partial"
  | "blocked"
  | "refused"
  | "invalid"
  | "stopped"
  | "failed";

/** What a run found and did: plain data without secrets, ready to be shown. */
export interface Report {
  readonly mode: Mode;
  readonly result: Result;
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
  /** Why the run ended early. Absent if it did not. */
  readonly error?: string;
  readonly plan?: Plan;
  readonly applied?: Applied;
}

/** The result of a run that only planned. */
export function resultOfPlan(plan: Plan, mode: Mode): Result {
  if (plan.problems.some(({ level }) => level === "error")) return "invalid";
  if (refusals(plan).length > 0) return "refused";
  const { create, update, move, delete: deletions, blocked } = plan.counts;
  if (mode === "drift" && create + update + move + deletions > 0) return "drift";
  if (blocked > 0) return "blocked";
  return plan.items.some(isChange) ? "changes" : "no-changes";
}

/** The result of a run that applied its plan. */
export function resultOfApply({ counts: { blocked } }: Plan, { counts }: Applied, isStopped: boolean): Result {
  const undone = counts.partial + counts.failed + counts.unknown + counts["not-started"] + blocked;
  if (undone === 0) return counts.done > 0 ? "applied" : "no-changes";
  if (isStopped) return "stopped";
  if (counts.done + counts.partial + counts.unknown > 0) return "partial";
  return blocked === undone ? "blocked" : "failed";
}
