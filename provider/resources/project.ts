import { z } from "zod";
import type { ProjectRecord } from "../api/records.ts";
import { defaultOf, sameJson, sameMeaning } from "./canonical.ts";
import { keyForm } from "./compare-text.ts";
import { isObject, own } from "./json.ts";
import type { Change } from "./kind.ts";
import { fieldOf, type DeclaredProject } from "./project-fields.ts";
import { mayBeSlug } from "./project-identity.ts";
import { child, unwrap } from "./schema-walk.ts";

/** Declared fields whose live value differs. */
export function compareProject(declared: DeclaredProject, live: ProjectRecord): readonly Change[] {
  const { organization_id: organization, extra = {}, ...fields } = declared;
  const changes: Change[] = [];
  if (typeof live.organization_id === "string" && keyForm(live.organization_id) !== keyForm(organization)) {
    changes.push({ path: "organization_id", from: live.organization_id, to: organization, replace: true });
  }
  for (const [name, to] of Object.entries(fields)) {
    if (name === "slug" && mayBeSlug(live.slug, declared.slug)) continue;
    if (to !== undefined) changes.push(...compareField(name, to, live[name]));
  }
  for (const [name, to] of Object.entries(extra)) {
    const from = own(live, name) ?? null;
    if (!sameJson(to, from)) changes.push({ path: name, from, to, replace: false });
  }
  return changes;
}

function compareField(name: string, to: unknown, from: unknown): Change[] {
  const field = fieldOf(name);
  if (field === undefined || sameMeaning(field, to, from) || isUnknownDefault(field, to)) return [];
  if (name !== "autocapture" || !isObject(to)) return [{ path: name, from: from ?? null, to, replace: false }];
  // Owned key by key, like a component's settings: keys that are not declared are not compared.
  const live = isObject(from) ? from : {};
  return Object.entries(to)
    .filter(
      ([key, value]) => value !== undefined && !sameMeaning(child(field, key) ?? z.unknown(), value, own(live, key)),
    )
    .map(([key, value]) => ({ path: `autocapture.${key}`, from: own(live, key) ?? null, to: value, replace: false }));
}

/** `null` asks for the default. Without a documented one, whatever the service shows may be it: no update could remove a difference. */
function isUnknownDefault(field: z.ZodType, declared: unknown): boolean {
  return declared === null && defaultOf(field) === undefined;
}

/** Notes on fields that are declared as `null`, have no documented default and have a live value. */
export function notesOnUnknownDefaults(declared: DeclaredProject, live: ProjectRecord): string[] {
  return Object.entries(declared).flatMap(([name, value]) => {
    const field = fieldOf(name);
    if (field === undefined || !isUnknownDefault(field, value) || sameMeaning(field, null, live[name])) return [];
    const empty = unwrap(field) instanceof z.ZodArray ? "[]" : '""';
    return [
      `${name}: null asks for the default, and none is documented: the live value stays. To clear it, declare ${empty}.`,
    ];
  });
}
