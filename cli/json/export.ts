import { z } from "zod";
import type { Data } from "../../sync/report-schema.ts";
import { errorSchema } from "./error.ts";

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

/** What `export --json` prints. */
export const exportSchema = z
  .union([exported, incomplete])
  .meta({ title: "projectsync export", description: "The output of export --json." });

export type ExportJson = Data<z.output<typeof exported>>;
