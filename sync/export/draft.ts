import { referenceData, type FileData } from "../../core/file/write-file.ts";
import type { SectionName } from "../../core/resources/kind.ts";
import type { Path } from "../../core/resources/schema-walk.ts";
import type { NamedProject, NameVariable } from "./variable-name.ts";

/** A value that a file takes from the environment. */
export interface Secret {
  /** Name of the variable. */
  readonly name: string;
  /** Path in the file, such as `components.edgee/ga4.settings.api_key`. */
  readonly path: string;
  /** True if the service hides the value, so that an export cannot know it. */
  readonly hidden: boolean;
}

/** A {@link Secret} with its value; if the service hides it, with one that fits. Never leaves this folder. */
export interface DraftSecret extends Secret {
  readonly value: string;
  /** Parts of the value that are secret alone, such as the password in a URL. Default: none. */
  readonly parts?: readonly string[];
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

/** An object in a project that the file declares. */
export interface ChildDraft {
  /** Its name in a file. */
  readonly name: string;
  /** The id that pins it, if it needs one. */
  readonly id?: string | undefined;
}

/** A project file before it is verified. */
export interface FileDraft {
  readonly project: NamedProject;
  /** A section that is absent is left out. */
  readonly sections: { readonly [Name in SectionName]?: readonly ChildDraft[] };
  readonly fields: readonly DraftField[];
  /** The ids of the live components that it declares. */
  readonly componentIds: readonly string[];
  /** Live objects and fields that are not in the file: sentences without a value. */
  readonly notes: readonly string[];
}

/** The output that the export is for. */
export type ExportFormat = "yaml" | "pulumi";

/** A draft in the making, and what the draft of each object depends on. */
export interface DraftContext {
  readonly format: ExportFormat;
  /** Without fields at their default. */
  readonly isMinimal: boolean;
  readonly nameVariable: NameVariable;
  readonly fields: DraftField[];
  readonly componentIds: string[];
  readonly notes: string[];
}

export function fileData({ project, fields, sections: { components, domains } }: FileDraft): FileData {
  const { organizationId, slug, pinned, record } = project;
  const key = { organization_id: organizationId, slug, ...(pinned ? { id: record.id } : {}) };
  const fieldsOf = (...start: readonly string[]): DraftField[] =>
    fields
      .filter(({ path }) => start.every((part, index) => path[index] === part))
      .map((field) => ({ ...field, path: field.path.slice(start.length) }));
  const declared = components?.map(
    ({ name, ...pin }) => [name, { ...pin, ...nested(fieldsOf("components", name)) }] as const,
  );
  return {
    project: { ...key, ...nested(fieldsOf("project")) },
    ...(declared === undefined ? {} : { components: Object.fromEntries(declared) }),
    ...(domains === undefined ? {} : { domains: domains.map(({ name }) => name) }),
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
export function secretsIn({ fields }: Pick<FileDraft, "fields">): readonly DraftSecret[] {
  return fields.flatMap(({ secrets = [] }) => secrets);
}

/** The variable that `{ secret: NAME }` names. `undefined` for any other value. */
export function variableIn(value: unknown): string | undefined {
  const { key, content } = referenceData(value) ?? {};
  return key === "secret" && typeof content === "string" ? content : undefined;
}
