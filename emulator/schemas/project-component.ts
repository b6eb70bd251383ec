import { z } from "zod";
import { isJsonObject } from "../json-object.ts";
import type { JsonObject } from "../json-object.ts";

/** Any object, stored unchanged. It is not checked against the catalogue. */
const settings = z.custom<JsonObject>(isJsonObject, "must be an object or null").nullable();

/** The request body of a create and an update. A create also requires `component_id` or `component_slug`. */
export const projectComponentFields = z.strictObject({
  component_id: z.string().optional(),
  component_slug: z.string().optional(),
  component_version: z.string().optional(),
  active: z.boolean().optional(),
  settings: settings.optional(),
});

/** A component integrated in a project. The service documents no timestamps for it (docs/service.md, Records). */
export interface ProjectComponent {
  readonly object: "project_component";
  readonly id: string;
  readonly component_id: string;
  /** "organization/component" in the catalogue. */
  readonly component_slug: string;
  readonly component_version: string;
  /** Read-only, from the catalogue. */
  readonly category: string | undefined;
  /** Read-only, from the catalogue. */
  readonly subcategory: string | undefined;
  readonly active: boolean;
  readonly settings: JsonObject | null;
}
