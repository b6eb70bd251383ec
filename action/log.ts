import * as core from "@actions/core";
import { formatProblem } from "../provider/file/problem.ts";
import type { Outcome } from "../sync/apply/outcome.ts";
import { printable } from "../provider/api/printable.ts";
import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import { renderItems } from "../sync/render-plan.ts";
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

/** Logs the plan with its fields, before an apply writes anything. */
export function logPlan({ result, problems, plan }: Report): void {
  for (const problem of problems) log(formatProblem(problem));
  if (result === "valid") log("Files valid, not planned.");
  if (plan === undefined) return;
  for (const line of renderItems(plan.items, (_meaning, text) => text)) log(line);
  log(`${result === "drift" ? "Drift" : "Plan"}: ${formatPlanCounts(plan) || "nothing declared"}`);
}

/** Logs the end of a run. An apply has logged its plan before, and its outcomes as they came. */
export function logReport(report: Report): void {
  const { error, plan, applied } = report;
  const isPlanLogged = applied !== undefined && plan !== undefined;
  if (isPlanLogged) log(`Apply: ${formatOutcomeCounts(applied, plan.counts.blocked) || "nothing to do"}`);
  else logPlan(report);
  if (error !== undefined) log(error);
}
