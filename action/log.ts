import * as core from "@actions/core";
import { formatProblem } from "../provider/file/problem.ts";
import type { Outcome } from "../sync/apply/outcome.ts";
import { isChange, type PlanItem } from "../sync/plan/plan.ts";
import { printable } from "../provider/api/printable.ts";
import type { Report } from "../sync/report.ts";
import { counted } from "./format-counts.ts";

/** One line, whatever is in the text: `core.info` itself would let the runner obey a command in it. */
export function log(text: string): void {
  core.info(printable(text));
}

/** One line per request, retry and wait. The runner shows it when a workflow run has debug logging on. */
export function logTrace(line: string): void {
  core.debug(printable(line));
}

/** One line per write, as it happens. */
export function logOutcome({ action, kind, key, status, message }: Outcome): void {
  log(`${action} ${kind} ${key}: ${status}${message === undefined ? "" : `: ${message}`}`);
}

/** The run in plain lines; the summary has it in full. What was applied has been logged as it happened. */
export function logReport({ problems, plan, applied, error }: Report): void {
  for (const problem of problems) log(formatProblem(problem));
  if (error !== undefined) log(error);
  if (plan === undefined) return;
  const shown = applied === undefined ? isChange : ({ action }: PlanItem): boolean => action === "blocked";
  for (const { action, kind, key, reason } of plan.items.filter(shown)) {
    log(`${action} ${kind} ${key}${reason === undefined ? "" : `: ${reason}`}`);
  }
  log(`plan: ${counted(plan.counts) || "nothing"}`);
  if (applied !== undefined) log(`apply: ${counted(applied.counts) || "nothing"}`);
}
