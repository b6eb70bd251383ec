import { z } from "zod";
import { KINDS } from "../provider/resources/kind.ts";
import { STATUSES } from "./apply/outcome.ts";
import { FAILURE_REASONS, type FailureReason } from "./failure-reason.ts";
import { ACTIONS } from "./plan/plan.ts";
import { RESULTS } from "./result.ts";

/*
 * The JSON of a report: what `validate`, `plan`, `apply` and `drift` print with `--json`, what `plan --out` saves, and what the
 * Action writes to `report-path`. schema/report.schema.json is generated from it. Only types may be imported from here by code that
 * runs, because the Action is one file.
 */

const count = z.int().nonnegative();

const failureReason = z
  .enum(Object.keys(FAILURE_REASONS).filter(isFailureReason))
  .meta({ id: "failureReason", description: "Why the run failed. Values: docs/action.md, Failure reasons." });

const position = z
  .object({
    file: z.string().describe("Path of the file, as the run names it."),
    line: count.describe("From 1. 0: the file as a whole."),
    column: count.describe("From 1, in UTF-16 units. 0: the file as a whole."),
  })
  .meta({ id: "position", description: "A position in a project file." });

const problem = z
  .object({
    ...position.shape,
    level: z.enum(["error", "warning"]).describe("error: the file is not used."),
    path: z.string().describe("Dotted path in the file. Empty: the problem is about the text of the file."),
    message: z.string(),
  })
  .meta({ id: "problem", description: "An error or a warning about a project file." });

const change = z
  .object({
    path: z.string().describe("Dotted path, with the service's field names."),
    from: z.unknown().describe("Live value. (secret) or (sensitive) if it is not shown."),
    to: z.unknown().describe("Declared value. (secret) or (sensitive) if it is not shown."),
  })
  .meta({ id: "change", description: "A field that changes." });

const cause = z
  .enum(["unauthenticated", "forbidden", "unreachable", "service-error"])
  .meta({ id: "cause", description: "Why the service did not do it. Values: docs/action.md." });

const item = z
  .object({
    kind: z.enum(KINDS),
    key: z.string().describe("organization/project; for an object in a project followed by /component or /host name."),
    action: z.enum(ACTIONS),
    id: z.string().optional().describe("The service's id, if it is known. After the write of a domain its host name."),
    changes: z.array(change),
    source: position.nullable().describe("The position of the declaration. null for an unmanaged object."),
    from: z.string().optional().describe("The key of the project that a domain moves away from."),
    reason: z.string().optional().describe("Why the object is blocked, or a detail of the action."),
    notes: z.array(z.string()).describe("Remarks that change nothing."),
    status: z.enum(STATUSES).optional().describe("The outcome. Only after an apply, for an object that it writes."),
    message: z.string().optional().describe("A detail of the outcome."),
    cause: cause.optional(),
  })
  .meta({ id: "item", description: "The plan for one object and, after an apply, its outcome." });

const guard = z
  .object({ guard: z.enum(["max-deletes", "plan-check", "confirmation"]), passed: z.boolean(), message: z.string() })
  .meta({ id: "guard", description: "The verdict of a guard. A plan is applied only if all guards passed." });

const readiness = z.enum(["ready", "not-ready", "not-known"]);

const domain = z
  .object({
    key: z.string().describe("The key of the domain, as in items."),
    name: z.string().describe("The host name in lower-case ASCII."),
    dns: readiness.describe("Whether the DNS of the host name points at the service."),
    ssl: readiness.describe("Whether the certificate has been issued."),
    waitError: z.string().optional().describe("Why the wait for the status failed. Only after an apply that waits."),
  })
  .meta({ id: "domain", description: "The status of a declared domain that is live, as the service shows it." });

/** Present if the run planned. */
const plan = z.object({
  format: z
    .literal(1)
    .describe("Version of this format. It changes only if a field changes its meaning or is removed."),
  origin: z.string().describe("The address of the service."),
  only: z.array(z.string()).optional().describe("Keys, or globs of keys, of the only objects that were planned."),
  leftOut: count.optional().describe("Number of declared objects that only leaves out."),
  notCompared: count
    .optional()
    .describe(
      "Number of declared values that are not known, because their variable is not set. Absent if all are known.",
    ),
  counts: z
    .object({
      create: count,
      update: count,
      move: count,
      delete: count,
      blocked: count,
      unmanaged: count,
      unchanged: count,
    })
    .describe("Objects by action."),
  items: z
    .array(item)
    .describe(
      "All objects, sorted: each project with its components and domains. After an apply with engine pulumi, also those that the plan did not show.",
    ),
  guards: z.array(guard),
  digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("Equal for two plans that make the same changes to the same objects."),
});

export const reportSchema = z
  .object({
    mode: z.enum(["validate", "plan", "apply", "drift"]),
    result: z.enum(RESULTS.map(({ name }) => name)).describe("Values: docs/action.md, Results."),
    failureReason: failureReason.optional(),
    error: z.string().optional().describe("Why the run ended early. Absent if it did not."),
    files: z.array(z.string()).describe("Paths of the project files."),
    problems: z.array(problem),
    ...plan.partial().shape,
    outcomeCounts: z
      .object({ done: count, partial: count, failed: count, unknown: count, "not-started": count })
      .optional()
      .describe("Outcomes by status. Only after an apply."),
    domains: z
      .array(domain)
      .optional()
      .describe("The declared domains that are live. Absent if the service was not read."),
  })
  .meta({
    title: "projectsync report",
    description: "The result of validate, plan, apply or drift.",
    dependentRequired: { format: ["origin", "counts", "items", "guards", "digest"] },
  });

/** Data that is only read. */
export type Data<T> = T extends readonly (infer Item)[]
  ? readonly Data<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Data<T[Name]> }
    : T;

/** The JSON of a report. */
export type ReportJson = Data<z.output<typeof reportSchema>>;

function isFailureReason(name: string): name is FailureReason {
  return Object.hasOwn(FAILURE_REASONS, name);
}
