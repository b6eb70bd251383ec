import type { Problem } from "../provider/file/problem.ts";
import type { PlanItem } from "../sync/plan/plan.ts";

/** Whether an error of the files says already why the object is blocked. */
export function isReported({ source, reason = "" }: PlanItem, problems: readonly Problem[]): boolean {
  return problems.some(
    ({ level, file, message }) => level === "error" && file === source?.file && reason.includes(message),
  );
}
