import type { z } from "zod";
import type { Body } from "../api/client.ts";
import type { ProjectRecord } from "../api/records.ts";
import { isObject, presentFields } from "./json.ts";
import type { Change } from "./kind.ts";
import { baseFields, fieldOf, settingFields, type DeclaredProject } from "./project-fields.ts";
import { child, fieldNames } from "./schema-walk.ts";

/** A declaration as a create sends it. The service requires `type`; its default is `proxy`. */
export function asCreated(declared: DeclaredProject): DeclaredProject {
  return { ...declared, type: declared.type ?? "proxy" };
}

/** The body of a create: no settings (docs/internals/service.md, "Endpoints"). */
export function creationBody(declared: DeclaredProject): Body {
  return { ...declaredOf(asCreated(declared), baseFields), organization_id: declared.organization_id };
}

/**
 * The body of the update that follows a create: every declared setting but `null`, which asks for the default. A new project
 * has that.
 */
export function settingsBody(declared: DeclaredProject): Body {
  return { ...declaredOf(declared, settingFields), ...declared.extra };
}

export function updateBody(declared: DeclaredProject, live: ProjectRecord, changes: readonly Change[]): Body {
  const body: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    // `extra` first: a field in it may have any name, also one that starts like one of ours.
    if (Object.hasOwn(declared.extra ?? {}, path)) body[path] = to;
    else if (path.startsWith("autocapture."))
      body["autocapture"] = { ...presentFields(live["autocapture"]), ...presentFields(declared.autocapture) };
    else body[path] = to === null ? sentForNull(path) : withoutNulls(fieldOf(path), to);
  }
  return body;
}

/** The declared fields of a table that have a value, in the order of the table. */
function declaredOf(declared: DeclaredProject, fields: object): Body {
  const values = new Map<string, unknown>(Object.entries(declared));
  return Object.fromEntries(
    Object.keys(fields)
      .map((name): [string, unknown] => [name, values.get(name) ?? undefined])
      .filter(([, value]) => value !== undefined && !isEmpty(value))
      .map(([name, value]) => [name, withoutNulls(fieldOf(name), value)]),
  );
}

/** `null`, or the empty form of a field that the service does not document as nullable (docs/internals/service.md, "Defaults"). */
function sentForNull(name: string): unknown {
  return fieldOf(name)?.meta()?.["emptyForm"] ?? null;
}

/** Inside a rule, `null` means the same as a key that is left out, and is never sent. A map with free keys stays as it is. */
function withoutNulls(field: z.ZodType | undefined, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutNulls(child(field, 0), item));
  if (fieldNames(field).length === 0) return value;
  const present = Object.entries(presentFields(value));
  return Object.fromEntries(present.map(([name, content]) => [name, withoutNulls(child(field, name), content)]));
}

/** An object that is owned key by key and has no keys asks for nothing. */
export function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(presentFields(value)).length === 0;
}
