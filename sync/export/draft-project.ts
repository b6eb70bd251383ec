import { z } from "zod";
import { PROJECT_FIELDS } from "../../provider/file/known-fields.ts";
import { pathText } from "../../provider/file/path.ts";
import { canonical } from "../../provider/resources/canonical.ts";
import { hasMask } from "../../provider/resources/component/mask.ts";
import { isObject } from "../../provider/resources/json.ts";
import { fieldOf, projectFields } from "../../provider/resources/project-fields.ts";
import { child, type Path } from "../../provider/resources/schema-walk.ts";
import { sensitiveTexts } from "../../provider/resources/sensitive-values.ts";
import { withoutCredentials } from "./credentials.ts";
import { declarable } from "./declarable.ts";
import { looksLikeReference, REFERENCE, type DraftedFields, type DraftField, type DraftSecret } from "./draft.ts";
import type { LiveProject } from "./live-project.ts";
import type { NameVariable } from "./variable-name.ts";

/**
 * Every field of a project that differs from the service's default. A field that this version does not know becomes a note: some are
 * the service's own, and in `extra` each of their changes would be drift.
 */
export function draftProject({ record }: LiveProject, nameVariable: NameVariable): DraftedFields {
  const fields: DraftField[] = [];
  const notes: string[] = [];
  const add = (path: Path, value: unknown): void => {
    const field = draftField(path, value, nameVariable);
    const reason = reasonToLeaveOut(value, field) ?? reasonOfNumber(String(path[1]), value);
    if (reason === undefined) fields.push(field);
    else notes.push(`${pathText(path)} is left out: ${reason}`);
  };
  for (const [name, schema] of Object.entries(projectFields)) {
    const live = record[name];
    if (name === "slug") continue;
    if (name === "autocapture" && isObject(live)) {
      // Managed key by key.
      for (const [event, value] of Object.entries(live)) {
        const field = child(schema, event) ?? z.unknown();
        if (canonical(field, value) !== null) add(["project", name, event], declarable(field, value));
      }
    } else if (canonical(schema, live) !== null) add(["project", name], declarable(schema, live));
  }
  return { fields, notes: [...notes, ...unknownFields("project", record, PROJECT_FIELDS)] };
}

function reasonToLeaveOut(value: unknown, { secrets }: DraftField): string | undefined {
  if (looksLikeReference(value)) return REFERENCE;
  // The service masks only secrets: a cookie can be named `***`.
  const isHidden = Array.isArray(value) && secrets.some((secret) => hasMask(secret.value));
  return isHidden ? "the service hides a value in it, and a list is managed whole." : undefined;
}

/** Why a field that a file could declare is left out: it is sensitive, and no text that a variable could hold. */
function reasonOfNumber(name: string, value: unknown): string | undefined {
  const field = fieldOf(name);
  if (field?.safeParse(value).success !== true) return undefined;
  const isRest =
    sensitiveTexts(
      field,
      withoutCredentials(name, value, () => ""),
    ).length > 0;
  return isRest ? "it holds a sensitive number. A variable holds only text." : undefined;
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
