import { z } from "zod";
import { CAUSES } from "../core/api/cause.ts";
import type { Data } from "../core/plan/record-fields.ts";
import { reportSchema } from "../sync/report/report-schema.ts";

/* What `--json` prints. The report of a run is in sync/report/report-schema.ts. */

/** The output with `--json` of a command that fails. `validate`, `plan`, `apply` and `drift` print a report instead. */
const errorSchema = z
  .object({ error: z.string().describe("What is wrong, and what to do.") })
  .meta({ id: "error", description: "The command failed." });

export type ErrorJson = Data<z.output<typeof errorSchema>>;

const setting = z
  .object({
    name: z.string(),
    title: z.string().optional(),
    type: z.string().describe("string, bool or number."),
    required: z.boolean(),
    secret: z.boolean(),
    options: z.array(z.string()).describe("Allowed values. Empty: any value is allowed."),
    description: z.string().optional(),
  })
  .meta({ id: "setting", description: "A setting of a component, by the catalogue." });

const component = z
  .object({
    slug: z.string().describe("organization/component."),
    name: z.string().optional(),
    description: z.string().optional(),
    archived: z.boolean(),
    isPublic: z.boolean().optional().describe("false: only its organization sees it."),
    latest: z.string().optional().describe("The latest version."),
    versions: z.array(z.string()).optional().describe("Newest first. Absent if the catalogue lists none."),
    documentation: z.string().optional(),
    repository: z.string().optional(),
    version: z
      .string()
      .optional()
      .describe("The version of settings. Absent if the catalogue names no latest version and lists none."),
    settings: z.array(setting).optional().describe("Absent if the catalogue does not describe them."),
    snippet: z.string().describe("Lines for a project file."),
  })
  .meta({ id: "component", description: "A component of the catalogue." });

export type ComponentDescription = Data<z.output<typeof component>>;
export type SettingDescription = Data<z.output<typeof setting>>;

/** The checks, in the order in which they are made and shown. */
export const CHECKS = [
  "node",
  "address",
  "proxy",
  "token",
  "connection",
  "certificate",
  "service",
  "access",
  "organizations",
  "catalogue",
] as const;

const check = z
  .object({
    check: z.enum(CHECKS),
    status: z
      .enum(["ok", "warning", "failed", "skipped"])
      .describe("skipped: not needed, or not possible because another check failed."),
    message: z.string().describe("What was found."),
    remedy: z.string().optional().describe("What to do. Always there if the check failed."),
    failureReason: z.enum(CAUSES).optional().describe("The reason that a run would have, if a request failed."),
  })
  .meta({ id: "check" });

const doctor = z
  .object({
    result: z.enum(["ok", "failed"]).describe("failed: at least one check failed, and the exit code is 1."),
    checks: z.array(check).describe("All checks, in the order in which they are made."),
  })
  .meta({ id: "doctor", description: "What doctor found." });

export type DoctorJson = Data<z.output<typeof doctor>>;
/** One check and what it found. */
export type Check = Data<z.output<typeof check>>;

const secret = z
  .object({
    name: z.string().describe("What to set: a variable of the environment, or a key of the stack's configuration."),
    path: z.string().describe("Path in the project file."),
    hidden: z.boolean().describe("The service does not show the value."),
  })
  .meta({ id: "secret", description: "A secret that the exported project needs." });

const project = z
  .object({
    file: z.string().describe("Name of the file, without its folder."),
    key: z.string().describe("organization/slug."),
    id: z.string().describe("The service's id."),
    secrets: z.array(secret),
    notes: z.array(z.string()).describe("What is live and not in the file."),
  })
  .meta({ id: "project", description: "An exported project." });

const exported = z
  .object({
    files: z.array(z.string()).describe("Paths of the files that were written."),
    text: z.string().optional().describe("The file. Only with --out -, where no file is written."),
    projects: z.array(project),
    leftOut: z
      .array(z.object({ id: z.string(), reason: z.string() }))
      .describe("Projects without a file. If there are any, the exit code is 4, or 1 if there is no file at all."),
  })
  .meta({ id: "export", description: "The command wrote files, or had nothing to write." });

const incomplete = errorSchema
  .extend({ files: z.array(z.string()).optional().describe("Paths of the files that were written before the error.") })
  .meta({ id: "error", description: "The command failed." });

export type ExportJson = Data<z.output<typeof exported>>;

const notPulled = z
  .object({
    file: z.string(),
    line: z.number().int().describe("From 1."),
    column: z.number().int().describe("From 1, in UTF-16 units."),
    path: z.string().describe("Path in the file, such as project.force_https."),
    message: z.string().describe("Why the file keeps what it has."),
  })
  .meta({ id: "notPulled", description: "A difference that stays." });

const pulled = z
  .object({
    result: z
      .enum(["no-changes", "changes", "written", "declined", "partial"])
      .describe("changes: with --dry-run. declined: you said no, and nothing was written. partial: see problem."),
    problem: z.string().optional().describe("Why not every file was written. Absent if all were."),
    files: z
      .array(
        z.object({
          file: z.string(),
          isWritten: z.boolean().describe("The file has the lines now."),
          changed: z.array(z.string()).describe("Paths of what changes in the file."),
          diff: z.array(z.string()).describe("The lines that change, without secrets."),
        }),
      )
      .describe("The files that change."),
    notPulled: z.array(notPulled).describe("If there are any, the exit code is 4."),
  })
  .meta({ id: "pull", description: "The command compared the files, and wrote them if it could." });

export type PullJson = Data<z.output<typeof pulled>>;

/** The output of a command with `--json`: its result, or why it failed. */
function documentOf(command: string, result: z.ZodType, failure: z.ZodType): z.ZodType {
  return z
    .union([result, failure])
    .meta({ title: `projectsync ${command}`, description: `The output of ${command} --json.` });
}

/** The schema of each document that `--json` prints, by the name of its file in schema/. */
const DOCUMENTS = {
  report: reportSchema,
  export: documentOf("export", exported, incomplete),
  pull: documentOf("pull", pulled, incomplete),
  component: documentOf("component", component, errorSchema),
  doctor: documentOf("doctor", doctor, errorSchema),
};

/**
 * The JSON Schemas of what `--json` prints, by the name of the file. They accept fields that they do not describe, because a later
 * version may add some. `isClosed`: they do not, for tests that find a field without a description.
 */
export function jsonSchemas({ isClosed }: { readonly isClosed: boolean }): Readonly<Record<string, object>> {
  const io = isClosed ? "output" : "input";
  return Object.fromEntries(
    Object.entries(DOCUMENTS).map(([name, schema]) => [`${name}.schema.json`, z.toJSONSchema(schema, { io })]),
  );
}
