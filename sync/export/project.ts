import { canonical } from "../../provider/resources/canonical.ts";
import { hasMask } from "../../provider/resources/component/hidden-settings.ts";
import { projectFields, READ_ONLY } from "../../provider/resources/project-fields.ts";
import { withoutCredentials } from "./credentials.ts";
import type { DraftSecret } from "./draft.ts";
import { trimmed, whyNotWritable } from "./fields.ts";
import type { LiveProject } from "./live.ts";
import type { VariableOf } from "./variable.ts";
import type { Fields } from "../../provider/resources/json.ts";

export interface ProjectDraft {
  readonly fields: Fields;
  readonly secrets: readonly DraftSecret[];
  readonly notes: readonly string[];
}

/**
 * What a file says of the project itself: every field that is not as the service has it by default. Fields that this version
 * does not know are noted only: some are the service's own, and as `extra` they would be drift as soon as it changes them.
 */
export function draftProject(
  { record, organizationId, slug, pinned }: LiveProject,
  variable: VariableOf,
): ProjectDraft {
  const fields: Record<string, unknown> = {
    organization_id: organizationId,
    slug,
    ...(pinned ? { id: record.id } : {}),
  };
  const secrets: DraftSecret[] = [];
  const notes: string[] = [];
  for (const [name, schema] of Object.entries(projectFields)) {
    const live = record[name];
    const { value, unknown } = trimmed(schema, live);
    const isDefault = canonical(schema, live) === null;
    if (name === "slug" || (isDefault && unknown.length === 0)) continue;
    const why = whyNotWritable(value);
    if (unknown.length > 0) notes.push(unknownNote(`project.${name}`, unknown, name === "autocapture"));
    else if (why !== undefined) notes.push(`project.${name} is left out: ${why}.`);
    if (why !== undefined || isDefault || (unknown.length > 0 && name !== "autocapture")) continue;
    const found: DraftSecret[] = [];
    const drafted = withoutCredentials(name, value, (text, path, parts) => {
      const secret = variable(parts);
      found.push({ name: secret, path: ["project", name, ...path], value: text, trial: text });
      return { secret };
    });
    // The service hides only values that may be secret: a cookie can be named `***`.
    if (Array.isArray(value) && found.some((secret) => hasMask(secret.value))) {
      notes.push(`project.${name} is left out: the service hides a value in it, and a list is managed whole.`);
      continue;
    }
    fields[name] = drafted;
    secrets.push(...found);
  }
  const newer = Object.keys(record).filter((name) => !isKnown(name) && (record[name] ?? null) !== null);
  if (newer.length > 0) notes.push(unknownNote("project", newer, true));
  return { fields, secrets, notes };
}

function isKnown(name: string): boolean {
  return name === "organization_id" || READ_ONLY.has(name) || Object.hasOwn(projectFields, name);
}

/** `kept`: what this version knows of it is in the file all the same. */
export function unknownNote(at: string, names: readonly string[], kept: boolean): string {
  const listed = names.toSorted().join(", ");
  return kept
    ? `${at} has more that this version does not know, and that is not managed: ${listed}.`
    : `${at} is left out: this version does not know ${listed} in it, and would drop it with the next change.`;
}
