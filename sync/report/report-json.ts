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
    const { id, status, message, cause } = outcomeOf(item) ?? {};
    return {
      ...item,
      changes: item.changes.map((change) => ({ ...change, difference: differenceOf(change) })),
      ...(id === undefined ? {} : { id }),
      ...(status === undefined ? {} : { status, message }),
      ...(cause === undefined ? {} : { cause }),
    };
  };
  return {
    mode,
    result,
    ...(failureReason === undefined ? {} : { failureReason }),
    ...(error === undefined ? {} : { error }),
    files,
    problems,
    ...(plan === undefined ? {} : { ...plan, problems, items: reportedItems(plan, applied).map(withOutcome) }),
    ...(applied === undefined ? {} : { outcomeCounts: applied.counts }),
    ...(domains === undefined ? {} : { domains }),
  };
}
