import { z } from "zod";
import { PROJECT_FIELDS } from "../../provider/file/known-fields.ts";
import { pathText } from "../../provider/file/path.ts";
import { canonical, defaultOf } from "../../provider/resources/canonical.ts";
import { hasMask } from "../../provider/resources/component/mask.ts";
import { isObject } from "../../provider/resources/json.ts";
import { fieldOf, projectFields } from "../../provider/resources/project-fields.ts";
import { sensitiveTexts } from "../../provider/resources/sensitive-values.ts";
import { withoutCredentials } from "./credentials.ts";
import type { DraftedFields, DraftField, DraftSecret } from "./draft.ts";
import type { LiveProject } from "./live-project.ts";
import type { NameVariable } from "./variable-name.ts";
import { child, unwrap, type Path } from "../../provider/resources/schema-walk.ts";

/**
 * Every field of a project that the service shows; with `isMinimal`, only those that differ from the service's default. A field that this version does not know becomes a note: some are
 * the service's own, and in `extra` each of their changes would be drift.
 */
export function draftProject({ record }: LiveProject, nameVariable: NameVariable, isMinimal: boolean): DraftedFields {
  const fields: DraftField[] = [];
  const notes: string[] = [];
  const leftOutSecrets: string[] = [];
  const add = (path: Path, value: unknown): void => {
    const field = draftField(path, value, nameVariable);
    const reason = reasonToLeaveOut(String(path[1]), value, field);
    if (reason === undefined) fields.push(field);
    else {
      notes.push(`${pathText(path)} is left out: ${reason}`);
      leftOutSecrets.push(...field.secrets.flatMap((secret) => secret.value ?? []));
    }
  };
  for (const [name, schema] of Object.entries(projectFields)) {
    const live = record[name];
    if (name === "slug") continue;
    if (name === "autocapture" && isObject(live)) {
      // Managed key by key.
      for (const [event, value] of Object.entries(live)) {
        const field = child(schema, event) ?? z.unknown();
        if (canonical(field, value) !== null) add(["project", name, event], declarable(field, value));
        else if (!isMinimal && value !== null) add(["project", name, event], false);
      }
    } else if (canonical(schema, live) !== null) add(["project", name], declarable(schema, live));
    else if (!isMinimal && live !== undefined && name !== "autocapture") {
      add(["project", name], defaultOf(schema) ?? (unwrap(schema) instanceof z.ZodArray ? [] : ""));
    }
  }
  return { fields, leftOutSecrets, notes: [...notes, ...unknownFields("project", record, PROJECT_FIELDS)] };
}

/** Why a field that a file could declare is left out. */
function reasonToLeaveOut(name: string, value: unknown, { secrets }: DraftField): string | undefined {
  // The service masks only secrets: a cookie can be named `***`.
  if (Array.isArray(value) && secrets.some((secret) => hasMask(secret.value))) {
    return "the service hides a value in it, and a list is managed whole.";
  }
  const field = fieldOf(name);
  if (field?.safeParse(value).success !== true) return undefined;
  const rest = withoutCredentials(name, value, () => "");
  return sensitiveTexts(field, rest).length > 0
    ? "it holds a sensitive number. A variable holds only text."
    : undefined;
}

function draftField(path: Path, value: unknown, nameVariable: NameVariable): DraftField {
  const secrets: DraftSecret[] = [];
  const drafted = withoutCredentials(String(path[1]), value, (text, inside, parts) => {
    const name = nameVariable(parts);
    secrets.push({ name, path: [...path, ...inside], value: text, trial: text });
    return { secret: name };
  });
  return { path, value: drafted, secrets };
}

/** A note on live fields that this version does not know. None if it knows them all. */
export function unknownFields(
  path: string,
  record: Readonly<Record<string, unknown>>,
  known: { has(name: string): boolean },
): string[] {
  const unknown = Object.keys(record).filter((name) => !known.has(name) && (record[name] ?? null) !== null);
  if (unknown.length === 0) return [];
  return [
    `${path} has fields that this version does not know. They are not managed: ${unknown.toSorted().join(", ")}.`,
  ];
}

/**
 * A live value as a file declares it: without the defaults of the service inside it, and with numbers, flags and choices in the
 * form that a file requires (`true`, not `"true"`). Text stays as the service has it. Fields that the schema does not name stay,
 * unless they are `null`.
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
