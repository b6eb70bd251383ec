import { projectFields, READ_ONLY } from "../resources/project-fields.ts";

/** The service's name of a field, and the project file's name for it; `undefined` if the file cannot declare it. */
export type KnownFields = ReadonlyMap<string, string | undefined>;

export const PROJECT_FIELDS: KnownFields = new Map([
  ...[...READ_ONLY].map((name) => [name, undefined] as const),
  ...["organization_id", ...Object.keys(projectFields)].map((name) => [name, name] as const),
]);

export const COMPONENT_FIELDS: KnownFields = new Map([
  ...["object", "id", "component_id", "component_slug", "category", "subcategory", "created_at", "updated_at"].map(
    (name) => [name, undefined] as const,
  ),
  ["component_version", "version"],
  ["active", "active"],
  ["settings", "settings"],
]);
