import { z } from "zod";
import { applied, outcome } from "./item-outcome.ts";
import { count, type Data } from "../../core/plan/record-fields.ts";
import { planItem, plannedChange, planRecord } from "../../core/plan/plan.ts";
import { reportRecord } from "./report.ts";

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

export type ReportJson = Data<z.output<typeof reportSchema>>;
