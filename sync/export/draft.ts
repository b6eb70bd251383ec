import { pathText } from "../../provider/file/path.ts";
import { referenceData, type FileData } from "../../provider/file/write-file.ts";
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

/** A {@link Secret} with its value; if the service hides it, with one that fits. Never leaves this folder. */
export interface DraftSecret extends Secret {
  readonly value: string;
}

/** A part of a file that can be left out alone. A list is one part, because it is managed whole. */
export interface DraftField {
  /** Such as `["project", "cache"]` or `["components", "edgee/ga4", "settings", "api_key"]`. */
  readonly path: Path;
  /** Holds `{ secret: NAME }` where a secret is. */
  readonly value: unknown;
  /** The secrets in the value. Default: none. */
  readonly secrets?: readonly DraftSecret[];
  /** Why the file leaves it out: a sentence without a value. Default: it does not. */
  readonly problem?: string | undefined;
}

/** The part of a draft that is about one object, or several. */
export interface DraftedFields {
  readonly fields: readonly DraftField[];
  /** What is live and not in the file: sentences without a value. */
  readonly notes: readonly string[];
}

/** A project file before it is verified. */
export interface Draft extends DraftedFields {
  readonly project: LiveProject;
  /** By name, each with the id that pins it, if it needs one. `undefined`: the section is left out. */
  readonly components?: Readonly<Record<string, { readonly id?: string }>> | undefined;
  /** `undefined`: the section is left out. */
  readonly domains?: readonly string[] | undefined;
}

/** The draft without the fields that have a problem, each with a note. */
export function withoutProblems(draft: Draft): Draft {
  const notes = draft.fields.flatMap(({ path, problem }) =>
    problem === undefined ? [] : [`${pathText(path)} is left out: ${problem}`],
  );
  const fields = draft.fields.filter(({ problem }) => problem === undefined);
  return { ...draft, fields, notes: [...draft.notes, ...notes] };
}

/** The content of the file. */
export function fileData({ project, fields, components, domains }: Draft): FileData {
  const { organizationId, slug, pinned, record } = project;
  const key = { organization_id: organizationId, slug, ...(pinned ? { id: record.id } : {}) };
  const fieldsOf = (...start: readonly string[]): DraftField[] =>
    fields
      .filter(({ path }) => start.every((part, index) => path[index] === part))
      .map((field) => ({ ...field, path: field.path.slice(start.length) }));
  const entries = Object.entries(components ?? {}).map(
    ([name, pin]) => [name, { ...pin, ...nested(fieldsOf("components", name)) }] as const,
  );
  return {
    project: { ...key, ...nested(fieldsOf("project")) },
    ...(components === undefined ? {} : { components: Object.fromEntries(entries) }),
    ...(domains === undefined ? {} : { domains }),
  };
}

/** One object of fields with paths. */
function nested(fields: readonly DraftField[]): Readonly<Record<string, unknown>> {
  const byName = Map.groupBy(fields, ({ path: [name] }) => String(name));
  return Object.fromEntries(
    [...byName].map(([name, parts]) => {
      const whole = parts.find(({ path }) => path.length === 1);
      const children = parts.map((field) => ({ ...field, path: field.path.slice(1) }));
      return [name, whole === undefined ? nested(children) : whole.value];
    }),
  );
}

/** The secrets that the fields of a draft take from the environment. */
export function secretsIn({ fields }: Pick<Draft, "fields">): readonly DraftSecret[] {
  return fields.flatMap(({ secrets = [] }) => secrets);
}

/** The variable that `{ secret: NAME }` names. `undefined` for any other value. */
export function variableIn(value: unknown): string | undefined {
  const { key, content } = referenceData(value) ?? {};
  return key === "secret" && typeof content === "string" ? content : undefined;
}
