import { z } from "zod";
import { applied, type ApplySummary } from "./item-outcome.ts";
import { FAILURE_REASONS, type FailureReason } from "../../core/text/explanations.ts";
import { isError } from "../../core/file/problem.ts";
import { type FailOn } from "../../core/plan/plan-options.ts";
import { domainStatus } from "../../core/plan/live-domains.ts";
import { name, type Data } from "../../core/plan/record-fields.ts";
import { countWrites, isChange, planRecord, problem, refusals, type Plan, hasAny } from "../../core/plan/plan.ts";

export const RESULTS = [
  { name: "valid", meaning: "The files are valid. Nothing was planned (`validate` only)." },
  { name: "no-changes", meaning: "The service matches the files, or a sweep has nothing to remove." },
  { name: "changes", meaning: "The plan has changes (`plan`, and `sweep` with `dry-run`)." },
  {
    name: "drift",
    meaning: "The service differs from the files, or `fail-on` lists something else that was found (`drift` only).",
  },
  { name: "applied", meaning: "Every change was made." },
  { name: "partial", meaning: "Some changes were not made, and some were or may have been." },
  {
    name: "blocked",
    meaning:
      "The files declare something that cannot be done, or a sweep does not know what is over. No change was made.",
  },
  { name: "refused", meaning: "A guard does not allow the plan to be applied. Nothing was written." },
  { name: "invalid", meaning: "The files are not valid, or do not fit the catalogue. Nothing was written." },
  { name: "stopped", meaning: "The run was stopped before everything was done." },
  { name: "failed", meaning: "No change was made, or the service could not be read." },
] as const;

export type Result = (typeof RESULTS)[number]["name"];

const failureReason = z
  .enum(Object.keys(FAILURE_REASONS).filter(isFailureReason))
  .meta({ id: "failureReason", description: "Why the run failed. Values: docs/action.md, Failure reasons." });

export const reportRecord = z.object({
  mode: z.enum(["validate", "plan", "apply", "drift", "sweep"]),
  result: z.enum(RESULTS.map(({ name }) => name)).describe("Values: docs/action.md, Results."),
  failureReason: failureReason.optional(),
  files: z.array(name).describe("Paths of the project files."),
  problems: z.array(problem),
  error: z.string().optional().describe("Why the run ended early. Absent if it did not."),
  plan: planRecord.optional(),
  applied: applied.optional(),
  domains: z
    .array(domainStatus)
    .optional()
    .describe("The declared domains that are live. Absent if the service was not read."),
});
/** The findings and outcomes of a run: plain data without secrets, ready to be shown. */
export type Report = Data<z.output<typeof reportRecord>>;

export type Mode = Report["mode"];

/** The result of a run that only planned. `failOn`: what is a drift besides a difference. */
export function resultOfPlan(plan: Plan, mode: Mode, failOn: readonly FailOn[]): Result {
  if (plan.problems.some(isError)) return "invalid";
  if (refusals(plan).length > 0) return "refused";
  if (mode === "drift" && countWrites(plan) > 0) return "drift";
  if (plan.counts.blocked > 0) return "blocked";
  if (mode === "drift" && hasAny(plan, failOn)) return "drift";
  return plan.items.some(isChange) ? "changes" : "no-changes";
}

/**
 * Says that a plan has no changes; `undefined` if it has some, or if there is none. `isFound`: something that `fail-on` lists was found.
 * `isCertain`: every value was compared, and nothing of it was found.
 */
export function nothingToChange(
  { mode, result, plan }: Report,
  isFound = result === "drift",
): { readonly isCertain: boolean; readonly words: string } | undefined {
  if (plan === undefined || plan.items.some(isChange)) return undefined;
  const nothing = mode === "drift" ? "No drift" : "No changes";
  const { unset = 0, hidden = 0 } = plan;
  if (unset + hidden > 0) {
    const found = [
      ...(unset > 0 ? [`values unset: ${unset}`] : []),
      ...(hidden > 0 ? [`values hidden: ${hidden}`] : []),
      ...(plan.counts.unmanaged > 0 ? [`unmanaged: ${plan.counts.unmanaged}`] : []),
    ];
    return { isCertain: false, words: `${nothing} in what was compared${isFound ? ` (${found.join(", ")})` : ""}` };
  }
  return isFound
    ? { isCertain: false, words: `${nothing}, but unmanaged objects` }
    : { isCertain: true, words: nothing };
}

/** The result of a run that applied its plan. `hasFailed`: the engine failed, whatever became of the objects. */
export function resultOfApply(
  { counts: { blocked } }: Plan,
  { counts }: ApplySummary,
  isStopped: boolean,
  hasFailed: boolean,
): Result {
  const undone = counts.partial + counts.failed + counts.unknown + counts["not-started"] + blocked;
  if (undone === 0 && !hasFailed) return counts.done > 0 ? "applied" : "no-changes";
  if (isStopped) return "stopped";
  if (counts.done + counts.partial + counts.unknown > 0) return "partial";
  return blocked === undone && !hasFailed ? "blocked" : "failed";
}

function isFailureReason(name: string): name is FailureReason {
  return Object.hasOwn(FAILURE_REASONS, name);
}
