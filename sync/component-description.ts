import type { ConfigurationField } from "../provider/api/records.ts";
import { InvalidRequestError } from "../provider/api/errors.ts";
import { isPlain, quoted } from "../provider/file/write-text.ts";
import { resolveVersion, settingsOf, type CatalogueEntry } from "../provider/resources/catalogue.ts";
import { variableName } from "./export-names.ts";

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
  /** Whose settings these are; not there where the catalogue names no latest one. */
  readonly version?: string;
  /** Not there where the catalogue does not say. */
  readonly settings?: readonly SettingDescription[];
  /** Lines for a project file. */
  readonly snippet: string;
}

type Found = Extract<CatalogueEntry, { status: "found" }>;

/** A component as a person wants to see it. `wanted`: a version, default the latest one. Throws where there is no such version. */
export function describeComponent(entry: Found, wanted?: string): ComponentDescription {
  const { slug, component } = entry;
  const names =
    component.versions === undefined || component.versions === null ? undefined : sorted(component.versions);
  if (wanted !== undefined && wanted !== "latest" && names?.includes(wanted) === false) {
    throw new InvalidRequestError(
      `${slug} has no version ${wanted}; there are ${names.slice(0, 10).join(", ") || "none"}.`,
    );
  }
  const version = resolveVersion(entry, wanted);
  const settings = settingsOf(entry, version)?.map(describeSetting);
  const { repo_link: repository } = component;
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

function sorted(versions: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(versions)
    .toSorted(new Intl.Collator("en", { numeric: true }).compare)
    .toReversed();
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
  return [
    "components:",
    `  ${slug}:`,
    `    version: ${version === undefined ? "latest" : quoted(version)}`,
    ...(settings.length === 0 ? [] : [none ? "    # settings:" : "    settings:", ...lines]),
    "",
  ].join("\n");
}

function placeholder(slug: string, { name, type, secret, options }: SettingDescription): string {
  if (secret && type === "string") {
    return `{ secret: ${variableName([slug.split("/")[1] ?? "", name])} }`;
  }
  if (type === "bool") return "true";
  if (type === "number") return "1";
  return scalar(options[0] ?? "change-me");
}

function scalar(value: string): string {
  return isPlain(value) ? value : quoted(value);
}
