import { oncePerObject } from "../resources/once-per-object.ts";
import { projectFields, READ_ONLY } from "../resources/project-fields.ts";

/** The service's name of a field, and the project file's name for it; `undefined` if the file cannot declare it. */
export type KnownFields = ReadonlyMap<string, string | undefined>;

export const PROJECT_FIELDS: KnownFields = new Map([
  ...[...READ_ONLY].map((name) => [name, undefined] as const),
  ...["organization_id", ...Object.keys(projectFields)].map((name) => [name, name] as const),
]);

export const COMPONENT_FIELDS: KnownFields = new Map([
  ...[
    "object",
    "id",
    "project_id",
    "component_id",
    "component_slug",
    "category",
    "subcategory",
    "created_at",
    "updated_at",
  ].map((name) => [name, undefined] as const),
  ["component_version", "version"],
  ["active", "active"],
  ["settings", "settings"],
]);

/** A name as a service reads it that does without case, separators and accents. Most do without the first, some without all. */
function formOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The known fields by the forms of their names, at the service and in a file. */
const byForm = oncePerObject((known: KnownFields) => {
  const named = [...known].flatMap((field) =>
    field.flatMap((name) => (name === undefined ? [] : [[name, field] as const])),
  );
  return new Map(named.map(([name, field]) => [formOf(name), field]));
});

const formsOf = oncePerObject((names: ReadonlySet<string>) => new Set([...names].map(formOf)));

/** Names that are no fields of the service, and where they are declared, such as `the project file`. */
export interface OwnNames {
  readonly names: ReadonlySet<string>;
  readonly of: string;
}

/**
 * Why `extra` cannot carry a field: it means one that is declared elsewhere, or that only the service sets. `undefined` if it can. `own`: names
 * that would have no effect at the service.
 */
export function whyNotExtra(name: string, known: KnownFields, own?: OwnNames): string | undefined {
  // An object in JavaScript loses it on its way to the service.
  if (name === "__proto__") return "cannot be the name of a field; remove it";
  // A plan would show `settings.a` as it shows the key `a` of `settings`.
  const form = [name, name.replace(/[.[].*$/s, "")].map(formOf).find((each) => byForm(known).has(each)) ?? formOf(name);
  const field = byForm(known).get(form);
  if (field === undefined) {
    const isOwn = own !== undefined && formsOf(own.names).has(form);
    return isOwn ? `not a field of the service but of ${own.of}; move it out of extra` : undefined;
  }
  const [service, declaredAs] = field;
  return declaredAs === undefined
    ? `the service sets ${service}, so remove it`
    : `this version knows it as ${declaredAs}; move it out of extra`;
}
