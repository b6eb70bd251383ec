import { z } from "zod";
import { applied, outcome, outcomeFinder, reportedItems } from "./apply/outcome.ts";
import { differenceOf } from "./difference.ts";
import { count, type Data } from "./plan/field.ts";
import { planItem, type PlanItem, plannedChange, planRecord } from "./plan/plan.ts";
import { type Report, reportRecord } from "./report.ts";

/*
 * The JSON of a report: what `validate`, `plan`, `apply`, `drift` and `sweep` print with `--json`, what `plan --out` saves, and what the
 * Action writes to `report-path`. schema/report.schema.json is generated from it.
 */

const { mode, result, failureReason, error, files, problems, domains } = reportRecord.shape;

const text = z.string();
const change = plannedChange
  .extend({
    difference: z
      .object({
        of: z.enum(["values", "items"]).describe("values: one text for each side. items: of a list."),
        removed: z.array(text),
        added: z.array(text),
        leftOutItems: count.describe("Removed and added items that have no text here."),
        leftOutCharacters: count.describe("Characters that differ and are in no text here."),
      })
      .describe("What differs, as people see it. Where the values differ, the texts do."),
  })
  .meta({ id: "change", description: "A field that changes." });

const item = planItem
  .omit({ cause: true })
  .extend({
    changes: z.array(change),
    status: outcome.shape.status.optional().describe("The outcome. Only after an apply, for an object that it writes."),
    message: outcome.shape.message,
    cause: outcome.shape.cause,
  })
  .meta({ id: "item", description: "The plan for one object and, after an apply, its outcome." });

/** Present if the run planned. */
const planned = planRecord.omit({ problems: true }).extend({
  items: z
    .array(item)
    .describe(
      "All objects, sorted: each project with its components and domains. After an apply with engine pulumi, also those that the plan did not show.",
    ),
  digest: planRecord.shape.digest.regex(/^[0-9a-f]{64}$/),
});

export const reportSchema = z
  .object({
    mode,
    result,
    failureReason,
    error,
    files,
    problems,
    ...planned.partial().shape,
    outcomeCounts: applied.shape.counts.optional().describe("Outcomes by status. Only after an apply."),
    domains,
  })
  .meta({
    title: "projectsync report",
    description: "The result of validate, plan, apply, drift or sweep.",
    dependentRequired: { format: ["origin", "counts", "items", "guards", "digest"] },
  });

/** The JSON of a report. */
export type ReportJson = Data<z.output<typeof reportSchema>>;

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
