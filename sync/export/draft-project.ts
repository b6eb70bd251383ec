import { z } from "zod";
import { PROJECT_FIELDS, type KnownFields } from "../../core/file/known-fields.ts";
import { canonical, defaultOf } from "../../core/resources/canonical.ts";
import { isObject } from "../../core/resources/json.ts";
import { projectFields } from "../../core/resources/project-fields.ts";
import { withoutCredentials } from "./credentials.ts";
import type { DraftField, DraftContext } from "./draft.ts";
import type { ProjectRecord } from "../../core/api/records.ts";
import { child, unwrap, type Path } from "../../core/resources/schema-walk.ts";

/**
 * Drafts every field of a project that the service shows; with `isMinimal`, only those that differ from the service's default. A field that
 * this version does not know becomes a note: some are the service's own, and in `extra` each of their changes would be drift.
 */
export function draftProject(record: ProjectRecord, drafting: DraftContext): void {
  const { nameVariable, isMinimal } = drafting;
  const draftField = (path: Path, schema: z.ZodType, live: unknown): DraftField[] => {
    const value = declarableValue(schema, live, isMinimal);
    return value === undefined ? [] : [withoutCredentials(path, schema, value, nameVariable)];
  };
  const fields = Object.entries(projectFields).flatMap(([name, schema]) => {
    const live = record[name];
    if (name === "slug") return [];
    if (name !== "autocapture") return draftField([name], schema, live);
    // Managed key by key.
    if (!isObject(live)) return canonical(schema, live) === null ? [] : draftField([name], schema, live);
    return Object.entries(live)
      .filter(([, value]) => value !== null)
      .flatMap(([event, value]) => draftField([name, event], child(schema, event) ?? z.unknown(), value));
  });
  drafting.fields.push(...fields);
  noteUnknownFields("project", record, PROJECT_FIELDS, drafting);
}

/** The value that a file declares for a live field. `undefined`: none, because the service does not show it or, with `isMinimal`, it is the default. */
export function declarableValue(schema: z.ZodType, live: unknown, isMinimal: boolean): unknown {
  if (canonical(schema, live) !== null) return declarable(schema, live);
  const byDefault = defaultOf(schema) ?? EMPTY.find(([type]) => unwrap(schema) instanceof type)?.[1];
  return isMinimal || live === undefined ? undefined : byDefault;
}

/** The value of a field without a documented default that is not set. */
const EMPTY = [
  [z.ZodArray, []],
  [z.ZodString, ""],
] as const;

/** Notes live fields that this version does not know. */
export function noteUnknownFields(
  path: string,
  record: Readonly<Record<string, unknown>>,
  known: KnownFields,
  { notes }: DraftContext,
): void {
  const unknown = Object.keys(record).filter((name) => !known.has(name) && (record[name] ?? null) !== null);
  if (unknown.length === 0) return;
  notes.push(
    `${path} has fields that this version does not know. They are not managed: ${unknown.toSorted().join(", ")}.`,
  );
}

/**
 * A live value as a file declares it: without the defaults of the service inside it, and with numbers, flags and choices in the
 * form that a file requires (`true`, not `"true"`). Text stays as the service has it. Fields that the schema does not name stay,
 * unless they are `null`.
 */
export function declarable(schema: z.ZodType | undefined, value: unknown): unknown {
  const inner = schema === undefined ? undefined : unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown, index) => declarable(child(inner, index), item));
  }
  if (inner instanceof z.ZodObject && isObject(value)) {
    const kept = Object.entries(value).flatMap(([name, content]) => {
      const field = child(inner, name);
      return isDefault(field, content) ? [] : [[name, declarable(field, content)] as const];
    });
    return Object.fromEntries(kept);
  }
  if (schema === undefined || schema.safeParse(value).success) return value;
  const form = canonical(schema, value);
  return schema.safeParse(form).success ? form : value;
}

/** True if the file can leave the field out. */
function isDefault(field: z.ZodType | undefined, value: unknown): boolean {
  const isRequired = field !== undefined && !field.safeParse(undefined).success;
  return !isRequired && canonical(field ?? z.unknown(), value) === null;
}
