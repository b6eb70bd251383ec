import { z } from "zod";
import type { Data } from "../../sync/report-schema.ts";
import { errorSchema } from "./error.ts";

const setting = z
  .object({
    name: z.string(),
    title: z.string().optional(),
    type: z.string().describe("string, bool or number."),
    required: z.boolean(),
    secret: z.boolean(),
    options: z.array(z.string()).describe("The only values that are allowed. Empty: any value."),
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

/** What `component --json` prints. */
export const componentSchema = z
  .union([component, errorSchema])
  .meta({ title: "projectsync component", description: "The output of component --json." });

export type ComponentDescription = Data<z.output<typeof component>>;
export type SettingDescription = Data<z.output<typeof setting>>;
