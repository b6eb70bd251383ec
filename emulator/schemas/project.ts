import { z } from "zod";
import { settingFields, type ProjectSettings } from "./project-settings.ts";

const projectType = z.enum(["proxy", "ai_analytics", "mcp"]);
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters and digits, joined by single hyphens");
const text = z.string();

/** The request body of a create. It takes no settings, and requires `type` although it has a default (docs/internals/service.md, Endpoints). */
export const newProject = z.strictObject({
  organization_id: z.string().min(1),
  slug,
  type: projectType,
  description: text.optional(),
  external_project_url: text.optional(),
});

const changeableFields = {
  slug,
  type: projectType,
  description: text,
  external_project_url: text,
  ...settingFields,
};

/** The request body of an update. Every field is optional; an absent field is left unchanged. */
export const projectChanges = z.strictObject(changeableFields).partial();

/** A project in a seed: base fields and settings together. `type` defaults to proxy. */
export const seededProject = projectChanges.extend({
  organization_id: z.string().min(1),
  slug,
  avatar_url: z.string().nullable().optional(),
});

export interface Project extends Readonly<ProjectSettings> {
  readonly object: "project";
  readonly id: string;
  readonly organization_id: string;
  readonly slug: string;
  readonly type: z.output<typeof projectType>;
  readonly description: string | undefined;
  readonly external_project_url: string | undefined;
  readonly avatar_url: string | undefined;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** ISO 8601, UTC. */
  readonly updated_at: string;
}
