import { outcomes } from "./apply/outcome.ts";
import type { PlanItem } from "./plan/plan.ts";
import type { Report } from "./run.ts";

/**
 * The one object that `--json` prints and the Action writes to a file. For a plan: `counts` by action and `items` with
 * `kind`, `key`, `action`, `changes` and `source`; after apply each item also has its `status`. A public format.
 */
export function reportAsJson({
  mode,
  ending,
  files,
  problems,
  error,
  plan,
  result,
}: Report): Readonly<Record<string, unknown>> {
  const outcomeOf = outcomes(result);
  const withOutcome = (item: PlanItem): Readonly<Record<string, unknown>> => {
    const { id, status, message } = outcomeOf(item) ?? {};
    return { ...item, ...(id === undefined ? {} : { id }), ...(status === undefined ? {} : { status, message }) };
  };
  return {
    mode,
    ending,
    ...(error === undefined ? {} : { error }),
    files,
    problems,
    ...(plan === undefined ? {} : { ...plan, problems, items: plan.items.map(withOutcome) }),
    ...(result === undefined ? {} : { results: result.counts }),
  };
}
