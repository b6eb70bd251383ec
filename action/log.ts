import * as core from "@actions/core";
import { messageOf } from "../provider/api/errors.ts";
import { printable } from "../provider/api/printable.ts";
import { formatProblem } from "../provider/file/problem.ts";
import type { Outcome } from "../sync/apply/outcome.ts";
import { formatOutcomeCounts, formatPlanCounts } from "../sync/format-counts.ts";
import type { DomainStatus } from "../sync/plan/domain-status.ts";
import { createProgressMeter, type ProgressMeter } from "../sync/progress.ts";
import { describeNotReady, formatDomainCounts, notReady } from "../sync/render-domains.ts";
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
export function logPlan({ result, problems, plan, domains }: Report): void {
  for (const problem of problems) log(formatProblem(problem));
  if (result === "valid") log("Files valid, not planned.");
  if (plan === undefined) return;
  for (const line of renderItems(plan.items, (_meaning, text) => text)) log(line);
  logDomains(domains);
  log(`${result === "drift" ? "Drift" : "Plan"}: ${formatPlanCounts(plan) || "nothing to do"}`);
}

/** Logs the end of a run. An apply has logged its plan before, and its outcomes as they came. */
export function logReport(report: Report): void {
  const { error, plan, applied, domains } = report;
  const isPlanLogged = applied !== undefined && plan !== undefined;
  if (isPlanLogged) {
    logDomains(domains);
    log(`Apply: ${formatOutcomeCounts(applied, plan.counts.blocked) || "nothing to do"}`);
  } else logPlan(report);
  if (error !== undefined) log(error);
}

/** How many domains are ready, and a line for each that is not, or whose wait failed. */
function logDomains(domains: readonly DomainStatus[] = []): void {
  if (domains.length === 0) return;
  log(`Domains: ${formatDomainCounts(domains)}`);
  for (const { key, waitError } of domains) if (waitError !== undefined) log(`  ${key} not ready: ${waitError}`);
  for (const domain of notReady(domains)) {
    if (domain.waitError === undefined) log(`  ${domain.key}: ${describeNotReady(domain)}`);
  }
}

/** Milliseconds between two lines. */
const INTERVAL = 10_000;

/** Logs now and then how far the run is, and what it waits for, until it is disposed of. */
export function logProgress(): ProgressMeter & Disposable {
  const meter = createProgressMeter();
  const timer = setInterval(() => {
    const text = meter.describe();
    if (text !== undefined) log(text);
  }, INTERVAL);
  return { ...meter, [Symbol.dispose]: () => clearInterval(timer) };
}

/**
 * Runs an action that reports the run. If it fails, writes a warning and returns `undefined`: a report that cannot be
 * written does not change the result of the run. `what` starts the warning, such as `The summary`.
 */
export async function warnOnFailure<T>(what: string, action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    core.warning(`${what} could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
