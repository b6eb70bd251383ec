import type { FileData } from "../../provider/file/write-file.ts";
import { pathText } from "../../provider/file/path.ts";
import { referenceData } from "../../provider/file/references.ts";
import { isObject, type Fields } from "../../provider/resources/json.ts";
import type { Path } from "../../provider/resources/schema-walk.ts";
import type { LiveProject } from "./live-project.ts";

/** A value that a file takes from the environment. */
export interface Secret {
  /** Name of the variable. */
  readonly name: string;
  /** Path in the file, such as `components.edgee/ga4.settings.api_key`. */
  readonly path: string;
  /** Whether the service hides the value, so that an export cannot know it. */
  readonly hidden: boolean;
}

/** A {@link Secret} with its value. Never leaves this folder. */
export interface DraftSecret {
  readonly name: string;
  readonly path: Path;
  /** What the service shows. `undefined` if it hides the value. */
  readonly value: string | undefined;
}

/** A part of a file that can be left out alone. A list is one part, because it is managed whole. */
export interface DraftField {
  /** Such as `["project", "cache"]`, `["components"]` or `["components", "edgee/ga4", "settings", "api_key"]`. */
  readonly path: Path;
  /** Holds `{ secret: NAME }` where a secret is. `{}` for a part that other fields are in. */
  readonly value: unknown;
  /** The secrets in the value. Default: none. */
  readonly secrets?: readonly DraftSecret[];
  /** Why no file can have it. Default: a file may have it. */
  readonly problem?: string | undefined;
}

/** The part of a draft that is about one object, or several. */
export interface DraftedFields {
  readonly fields: readonly DraftField[];
  /** What is live and not in the file: sentences without a value. */
  readonly notes: readonly string[];
}

/** A project file that is not written yet: all of it but the project's key, as a list of parts. */
export interface Draft extends DraftedFields {
  readonly project: LiveProject;
}

/** The content of the file. */
export function fileData({ project: live, fields }: Draft): FileData {
  const { organizationId, slug, pinned, record } = live;
  const key = { organization_id: organizationId, slug, ...(pinned ? { id: record.id } : {}) };
  const { project, components, domains } = objectOf(fields);
  return {
    project: { ...key, ...fieldsIn(project) },
    ...(isObject(components)
      ? { components: Object.fromEntries(Object.entries(components).map(([name, each]) => [name, fieldsIn(each)])) }
      : {}),
    ...(Array.isArray(domains) ? { domains } : {}),
  };
}

function fieldsIn(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** One object of values with paths. */
function objectOf(fields: readonly DraftField[]): Fields {
  const byName = Map.groupBy(fields, ({ path: [name] }) => String(name));
  return Object.fromEntries(
    [...byName].map(([name, parts]) => {
      const inside = parts.filter(({ path }) => path.length > 1);
      const children = inside.map((field) => ({ ...field, path: field.path.slice(1) }));
      return [name, inside.length > 0 ? objectOf(children) : parts[0]?.value];
    }),
  );
}

/** The draft without a part and what is in it, with a note. `reason`: a sentence without a value. */
export function leaveOut(draft: Draft, part: Path, reason: string): Draft {
  const fields = draft.fields.filter(({ path }) => !part.every((name, index) => path[index] === name));
  if (fields.length === draft.fields.length) return draft;
  const name = `${part.length === 1 ? "The section " : ""}${pathText(part)}`;
  return { ...draft, fields, notes: [...draft.notes, `${name} is left out: ${reason}`] };
}

/** The draft without the fields that there is a reason for. */
export function leaveOutFields(draft: Draft, reasonOf: (field: DraftField) => string | undefined): Draft {
  return draft.fields.reduce((left, field) => {
    const reason = reasonOf(field);
    return reason === undefined ? left : leaveOut(left, field.path, reason);
  }, draft);
}

/** The secrets that a file takes from the environment. */
export function secretsIn(fields: readonly DraftField[]): DraftSecret[] {
  return fields.flatMap(({ secrets = [] }) => secrets);
}

/** The variable that `{ secret: NAME }` names. `undefined` for any other value. */
export function variableIn(value: unknown): string | undefined {
  const { key, content } = referenceData(value) ?? {};
  return key === "secret" && typeof content === "string" ? content : undefined;
}
