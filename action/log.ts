import * as core from "@actions/core";
import { formatProblem } from "../provider/file/problem.ts";
import type { Outcome } from "../sync/apply/outcome.ts";
import { isChange, type PlanItem } from "../sync/plan/plan.ts";
import { printable } from "../provider/api/printable.ts";
import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import type { Report } from "../sync/report.ts";

/** Logs one line. `core.info` alone would let the runner run a workflow command in the text. */
export function log(text: string): void {
  core.info(printable(text));
}

/** Logs one request, retry or wait. The runner shows the line if debug logging is on. */
export function logTrace(line: string): void {
  core.debug(printable(line));
}

/** Logs one write as soon as its outcome is known. */
export function logOutcome({ action, kind, key, status, message }: Outcome): void {
  log(`${action} ${kind} ${key}: ${status}${message === undefined ? "" : `: ${message}`}`);
}

/** Logs the run in short; the summary has the details. Applied items are not repeated: `logOutcome` has logged them. */
export function logReport({ result, problems, plan, applied, error }: Report): void {
  for (const problem of problems) log(formatProblem(problem));
  if (error !== undefined) log(error);
  if (result === "valid") log("Files valid, not planned.");
  if (plan === undefined) return;
  const isLogged = applied === undefined ? isChange : ({ action }: PlanItem): boolean => action === "blocked";
  for (const { action, kind, key, reason } of plan.items.filter(isLogged)) {
    log(`${action} ${kind} ${key}${reason === undefined ? "" : `: ${reason}`}`);
  }
  log(`${result === "drift" ? "Drift" : "Plan"}: ${formatPlanCounts(plan) || "nothing declared"}`);
  if (applied !== undefined) log(`Apply: ${formatOutcomeCounts(applied, plan.counts.blocked) || "nothing to do"}`);
}
