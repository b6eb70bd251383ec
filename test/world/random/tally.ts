import type { ObservedRun } from "./observed-run.ts";

/** How often something was met: a schedule that exercises nothing proves nothing. */
export type Tally = Record<string, number>;

export function count(tally: Tally, name: string, times = 1): void {
  if (times > 0) tally[name] = (tally[name] ?? 0) + times;
}

export function add(tally: Tally, more: Tally): void {
  for (const [name, times] of Object.entries(more)) count(tally, name, times);
}

export function countRun(tally: Tally, { step, seen, report, staleListsMs, isKilled }: ObservedRun): void {
  count(tally, `${step.mode} ${isKilled ? "killed" : report.result}`);
  if (isKilled && seen.some(({ method, handled }) => method !== "GET" && handled)) count(tally, "killed after a write");
  if (staleListsMs > 0) count(tally, "runs on stale lists");
  count(tally, "requests", seen.length);
  for (const { fault } of seen) if (fault !== undefined) count(tally, `fault: ${fault}`);
  for (const { status, action } of report.applied?.outcomes ?? []) {
    count(tally, `outcome: ${status}`);
    count(tally, `action: ${action}`);
  }
  count(tally, "action: blocked", report.plan?.counts.blocked ?? 0);
}
