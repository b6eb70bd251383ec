import { outcomeFinder, reportedItems } from "./item-outcome.ts";
import { differenceOf } from "./difference.ts";
import type { PlanItem } from "../../core/plan/plan.ts";
import type { Report } from "./report.ts";
import type { ReportJson } from "./report-schema.ts";

type ItemJson = NonNullable<ReportJson["items"]>[number];

/** The report as the object that `--json` prints and that the Action writes to a file. A public format: docs/json.md. */
export function reportAsJson(report: Report): ReportJson {
  const { mode, result, failureReason, files, problems, error, plan, applied, domains } = report;
  const outcomeOf = outcomeFinder(applied);
  const withOutcome = (item: PlanItem): ItemJson => {
    const { id = item.id, status, message, cause = item.cause } = outcomeOf(item) ?? {};
    const changes = item.changes.map((change) => ({ ...change, difference: differenceOf(change) }));
    return { ...item, changes, id, status, message, cause };
  };
  return {
    mode,
    result,
    failureReason,
    error,
    files,
    problems,
    ...(plan && { ...plan, problems, items: reportedItems(plan, applied).map(withOutcome) }),
    outcomeCounts: applied?.counts,
    domains,
  };
}
