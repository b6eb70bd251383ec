import { z } from "zod";
import { PROJECT_FIELDS } from "../../provider/file/known-fields.ts";
import { canonical, defaultOf } from "../../provider/resources/canonical.ts";
import { isObject } from "../../provider/resources/json.ts";
import { anyEvent, projectFields } from "../../provider/resources/project-fields.ts";
import { child, unwrap } from "../../provider/resources/schema-walk.ts";
import type { DraftedFields, DraftField } from "./draft.ts";
import type { LiveProject } from "./live-project.ts";
import { withReferences } from "./references.ts";
import { unknownFields } from "./unknown-fields.ts";
import type { NameVariable } from "./variable-name.ts";

/** Every known field of a project that the service shows; with `isMinimal`, only those that differ from the service's default. */
export function draftProject({ record }: LiveProject, nameVariable: NameVariable, isMinimal: boolean): DraftedFields {
  const draft = (path: readonly string[], schema: z.ZodType, live: unknown): DraftField[] => {
    const value = declaredValue(schema, live, isMinimal);
    return value === undefined ? [] : [withReferences(path, schema, value, nameVariable)];
  };
  const fields = Object.entries(projectFields).flatMap(([name, schema]) => {
    const live = record[name];
    if (name === "slug") return [];
    if (name !== "autocapture") return draft([name], schema, live);
    // Managed key by key.
    if (!isObject(live)) return canonical(schema, live) === null ? [] : draft([name], schema, live);
    return Object.entries(live).flatMap(([event, value]) =>
      draft([name, event], child(schema, event) ?? anyEvent, value ?? undefined),
    );
  });
  return { fields, notes: unknownFields("project", record, PROJECT_FIELDS) };
}

/** A live value as a file declares it. `undefined`: the file leaves the field out. */
function declaredValue(schema: z.ZodType, live: unknown, isMinimal: boolean): unknown {
  if (canonical(schema, live) !== null) return declarable(schema, live);
  if (isMinimal || live === undefined) return undefined;
  return defaultOf(schema) ?? (unwrap(schema) instanceof z.ZodArray ? [] : "");
}

/**
 * A live value without the defaults of the service inside it, and with numbers, flags and choices in the form that a file requires
 * (`true`, not `"true"`). Text stays as the service has it. Fields that the schema does not name stay, unless they are `null`.
 */
function declarable(schema: z.ZodType | undefined, value: unknown): unknown {
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

/** Whether the file can leave the field out. */
function isDefault(field: z.ZodType | undefined, value: unknown): boolean {
  const isRequired = field !== undefined && !field.safeParse(undefined).success;
  return !isRequired && canonical(field ?? z.unknown(), value) === null;
}
