import { outcomeFinder } from "./apply/outcome.ts";
import type { PlanItem } from "./plan/plan.ts";
import type { Report } from "./report.ts";
import type { Fields } from "../provider/resources/json.ts";

/**
 * The report as the object that `--json` prints and that the Action writes to a file. A public format. With a plan it has
 * `counts` by action, and `items` with `kind`, `key`, `action`, `changes` and `source`. After an apply, written items also
 * have a `status`, and `outcomeCounts` counts them. `domains` has the status of each declared domain that is live.
 */
export function reportAsJson(report: Report): Fields {
  const { mode, result, failureReason, files, problems, error, plan, applied, domains } = report;
  const outcomeOf = outcomeFinder(applied);
  const withOutcome = (item: PlanItem): Fields => {
    const { id, status, message, cause } = outcomeOf(item) ?? {};
    return {
      ...item,
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
    ...(plan === undefined ? {} : { ...plan, problems, items: plan.items.map(withOutcome) }),
    ...(applied === undefined ? {} : { outcomeCounts: applied.counts }),
    ...(domains === undefined ? {} : { domains }),
  };
}
