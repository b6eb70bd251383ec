import { outcomes } from "./apply/outcome.ts";
import type { PlanItem } from "./plan/plan.ts";
import type { Report } from "./report.ts";

/**
 * The object that `--json` prints and that the Action writes to a file. With a plan it has `counts` by action, and `items`
 * with `kind`, `key`, `action`, `changes` and `source`. After an apply, each item also has its `status`, and `outcomes`
 * counts them. A public format.
 */
export function reportAsJson(report: Report): Readonly<Record<string, unknown>> {
  const { mode, result, files, problems, error, plan, applied } = report;
  const outcomeOf = outcomes(applied);
  const withOutcome = (item: PlanItem): Readonly<Record<string, unknown>> => {
    const { id, status, message } = outcomeOf(item) ?? {};
    return { ...item, ...(id === undefined ? {} : { id }), ...(status === undefined ? {} : { status, message }) };
  };
  return {
    mode,
    result,
    ...(error === undefined ? {} : { error }),
    files,
    problems,
    ...(plan === undefined ? {} : { ...plan, problems, items: plan.items.map(withOutcome) }),
    ...(applied === undefined ? {} : { outcomes: applied.counts }),
  };
}
