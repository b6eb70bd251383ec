import { isError, type Problem } from "../../core/file/problem.ts";
import { projectOf, type Plan, type PlanItem } from "../../core/plan/plan.ts";
import type { ItemOutcome } from "./item-outcome.ts";
import type { Report } from "./report.ts";

type FailureStatus = Exclude<ItemOutcome["status"], "done"> | "blocked" | "not ready";

/** An object that was not done, or not fully, that cannot be done, or that was not ready in time. Only these fields are shown. */
export interface FailureRow extends Pick<PlanItem, "key" | "kind" | "source"> {
  readonly status: FailureStatus;
  /** Empty if there was none to do. */
  readonly action: string;
  readonly message: string | undefined;
  /** For a blocked project: how many objects in it are blocked too. */
  readonly below: number;
  /** The row of its project, or an error of the files, says the same. */
  readonly isRepeated: boolean;
}

const WORST: readonly FailureStatus[] = ["failed", "unknown", "partial"];
/** The worst first. */
export const WORST_FIRST: readonly FailureStatus[] = [...WORST, "blocked", "not-started", "not ready"];
/** For rows below a plan, which has named what is blocked. */
export const BELOW_PLAN: readonly FailureStatus[] = [...WORST, "not-started", "blocked", "not ready"];

/** The failures of a report. A status that `order` does not name comes first. */
export function failureRows(report: Report, order: readonly FailureStatus[]): readonly FailureRow[] {
  const { plan, applied, domains = [], problems } = report;
  const findSource = sourceFinder(plan);
  const rest = { below: 0, isRepeated: false };
  const rows: FailureRow[] = [
    ...blockedRows(plan?.items ?? [], problems),
    ...(applied?.outcomes ?? []).flatMap(({ status, action, kind, key, source, message }): FailureRow[] =>
      status === "done" ? [] : [{ status, action, kind, key, source, message, ...rest }],
    ),
    ...domains.flatMap(({ key, waitError: message }): FailureRow[] =>
      message === undefined
        ? []
        : [{ status: "not ready", action: "", kind: "domain", key, source: findSource(key), message, ...rest }],
    ),
  ];
  return rows.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
}

function blockedRows(items: readonly PlanItem[], problems: readonly Problem[]): FailureRow[] {
  const blocked = items.filter(({ action }) => action === "blocked");
  const errors = problems.filter(isError);
  const byProject = Map.groupBy(blocked, projectOf);
  return blocked.map(({ kind, key, source, reason: message }) => {
    const own = byProject.get(projectOf({ key })) ?? [];
    const isProject = kind === "project";
    const isBelow = !isProject && own.some((other) => other.kind === "project");
    const isReported = errors.some((error) => error.file === source?.file && message?.includes(error.message));
    const below = isProject ? own.length - 1 : 0;
    return { status: "blocked", action: "", kind, key, source, message, below, isRepeated: isBelow || isReported };
  });
}

/** Finds where the domain with a key is declared. */
export function sourceFinder(plan: Plan | undefined): (key: string) => PlanItem["source"] {
  const domains = (plan?.items ?? []).filter(({ kind }) => kind === "domain");
  const sources = new Map(domains.map(({ key, source }) => [key, source]));
  return (key) => sources.get(key) ?? null;
}
