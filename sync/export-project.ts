import { hiddenSettings } from "../provider/resources/component-settings.ts";
import { canonical, isObject } from "../provider/resources/canonical.ts";
import { projectFields, READ_ONLY } from "../provider/resources/project-fields.ts";
import type { DraftSecret } from "./export-draft.ts";
import { trimmed, whyNotWritable } from "./export-fields.ts";
import type { LiveProject } from "./export-live.ts";
import { variableName } from "./export-names.ts";

type Fields = Readonly<Record<string, unknown>>;

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
  unique: (wanted: string) => string,
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
    if (name !== "forwarded_headers" || !Array.isArray(value)) fields[name] = value;
    else if (value.some((header) => isObject(header) && isMasked(header["value"]))) {
      notes.push(
        "project.forwarded_headers is left out: the service hides a value in it, and a list is managed whole.",
      );
    } else fields[name] = value.map((header: unknown, index) => headerOf(header, index, slug, secrets, unique));
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

/** Headers to the origin are where credentials are. An empty one holds none, and no variable can be empty. */
function headerOf(
  header: unknown,
  index: number,
  slug: string,
  secrets: DraftSecret[],
  unique: (wanted: string) => string,
): unknown {
  if (!isObject(header) || typeof header["value"] !== "string" || header["value"] === "") return header;
  const name = unique(variableName([slug, "header", String(header["name"])]));
  secrets.push({ name, path: ["project", "forwarded_headers", index, "value"], value: header["value"] });
  return { ...header, value: { secret: name } };
}

/** As a setting that nobody describes would be. */
function isMasked(value: unknown): boolean {
  return hiddenSettings(undefined, { id: "header", settings: { value } }).has("value");
}
