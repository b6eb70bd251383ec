import { COMPONENT_FIELDS as componentFields } from "../resources/component/fields.ts";
import { projectFields, READ_ONLY } from "../resources/project-fields.ts";

/** The service's name of a field, and the project file's name for it; `undefined` where the file has none. */
export type KnownFields = ReadonlyMap<string, string | undefined>;

/** What only the project file has. Under `extra` it would be sent, and do nothing of what it says. */
export const OWN_FIELDS: ReadonlySet<string> = new Set([
  "absent",
  "components",
  "domains",
  "extra",
  "must_exist",
  "previous_slug",
  "protect",
]);

export const PROJECT_FIELDS: KnownFields = new Map([
  ...[...READ_ONLY].map((name) => [name, undefined] as const),
  ...["organization_id", ...Object.keys(projectFields)].map((name) => [name, name] as const),
]);

export const COMPONENT_FIELDS: KnownFields = new Map(
  [...componentFields].map(([name, { declaredAs }]) => [name, declaredAs] as const),
);
