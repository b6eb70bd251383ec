import type { ConfigurationField } from "../provider/api/records.ts";
import { InvalidRequestError } from "../provider/api/errors.ts";
import { isPlain, quoted } from "../provider/file/write-text.ts";
import { noSuchVersion, resolveVersion, settingsOf, type CatalogueEntry } from "../provider/resources/catalogue.ts";
import { newestFirst } from "../provider/resources/version-order.ts";
import { kebab, snake, variableName } from "../sync/export/variable.ts";

export interface SettingDescription {
  readonly name: string;
  readonly title?: string;
  readonly type: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly options: readonly string[];
  readonly description?: string;
}

/** What `projectsync component --json` prints: a public format. */
export interface ComponentDescription {
  readonly slug: string;
  readonly name?: string;
  readonly description?: string;
  readonly archived: boolean;
  readonly isPublic?: boolean;
  readonly latest?: string;
  /** The newest first. Not there where the catalogue does not say. */
  readonly versions?: readonly string[];
  readonly documentation?: string;
  readonly repository?: string;
  /** Whose settings these are; not there where the catalogue neither names a latest one nor lists any. */
  readonly version?: string;
  /** Not there where the catalogue does not say. */
  readonly settings?: readonly SettingDescription[];
  /** Lines for a project file. */
  readonly snippet: string;
}

type Found = Extract<CatalogueEntry, { status: "found" }>;

/**
 * A component as a person wants to see it. `wanted`: a version, default the latest one, or the newest of those listed where
 * the catalogue names none that it lists. Throws where there is no such version.
 */
export function describeComponent(entry: Found, wanted?: string): ComponentDescription {
  const { slug, component } = entry;
  const { versions, repo_link: repository } = component;
  const names = versions === undefined || versions === null ? undefined : newestFirst(versions);
  if (wanted !== undefined && wanted !== "latest" && versions && !Object.hasOwn(versions, wanted)) {
    throw new InvalidRequestError(noSuchVersion(slug, wanted, versions));
  }
  const named = resolveVersion(entry, wanted);
  const version = names === undefined || (named !== undefined && names.includes(named)) ? named : names[0];
  const settings = settingsOf(entry, version)?.map(describeSetting);
  return {
    slug,
    ...text("name", component.name),
    ...text("description", component.description),
    archived: component.is_archived === true,
    ...(typeof component.is_public === "boolean" ? { isPublic: component.is_public } : {}),
    ...text("latest", component.latest_version),
    ...(names === undefined ? {} : { versions: names }),
    ...text("documentation", component.documentation_link),
    ...text("repository", typeof repository === "string" ? repository : undefined),
    ...text("version", version),
    ...(settings === undefined ? {} : { settings }),
    snippet: snippet(slug, version, settings ?? []),
  };
}

function text<Name extends string>(name: Name, value: string | null | undefined): { readonly [_ in Name]?: string };
function text(name: string, value: string | null | undefined): Readonly<Record<string, string>> {
  return value === undefined || value === null || value === "" ? {} : { [name]: value };
}

function describeSetting(field: ConfigurationField): SettingDescription {
  const { name, type, title, description, required, secret, options } = field;
  return {
    name,
    ...text("title", title),
    type,
    required: required === true,
    secret: secret === true,
    options: options ?? [],
    ...text("description", description),
  };
}

/** What is required, with values to be replaced, and what is optional in comments. It loads, and fits the catalogue. */
function snippet(slug: string, version: string | undefined, settings: readonly SettingDescription[]): string {
  const [required, optional] = [true, false].map((needed) => settings.filter((setting) => setting.required === needed));
  const value = (setting: SettingDescription): string => `${scalar(setting.name)}: ${placeholder(slug, setting)}`;
  const lines = [
    ...(required ?? []).map((setting) => `      ${value(setting)}`),
    ...(optional ?? []).map((setting) => `      # ${value(setting)}`),
  ];
  const none = (required ?? []).length === 0;
  // Without a version no settings are known either, and nothing after a key is no component.
  if (version === undefined) return `components:\n  ${slug}: {}\n`;
  return [
    "components:",
    `  ${slug}:`,
    `    version: ${quoted(version)}`,
    ...(settings.length === 0 ? [] : [none ? "    # settings:" : "    settings:", ...lines]),
    "",
  ].join("\n");
}

function placeholder(slug: string, { name, type, secret, options }: SettingDescription): string {
  if (secret && type === "string") {
    return `{ secret: ${variableName([kebab(slug.split("/")[1] ?? ""), snake(name)])} }`;
  }
  if (type === "bool") return "true";
  if (type === "number") return "1";
  return scalar(options[0] ?? "change-me");
}

function scalar(value: string): string {
  return isPlain(value) ? value : quoted(value);
}
