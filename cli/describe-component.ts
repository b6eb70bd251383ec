import type { ConfigurationField } from "../core/api/records.ts";
import { InvalidRequestError } from "../core/api/errors.ts";
import { referenceData } from "../core/file/write-file.ts";
import type { ValueType } from "../core/file/typed-reference.ts";
import { isPlain, quoted } from "../core/file/write-text.ts";
import type { Fields } from "../core/resources/json.ts";
import {
  noSuchVersion,
  resolveVersion,
  settingsOf,
  type FoundEntry,
  newestFirst,
} from "../core/resources/catalogue.ts";
import type { ComponentDescription, SettingDescription } from "./json-output.ts";
import { componentParts, snake, variableName } from "../sync/export/variable-name.ts";

/**
 * The catalogue's entry as one description. `wanted` is the version to describe. Default: the latest version, or if the catalogue does
 * not list that one, the newest that it lists. Throws InvalidRequestError if the version does not exist.
 */
export function describeComponent(entry: FoundEntry, wanted?: string): ComponentDescription {
  const { slug, component } = entry;
  const { versions } = component;
  const names = versions === undefined || versions === null ? undefined : newestFirst(versions);
  if (wanted !== undefined && wanted !== "latest" && versions && !Object.hasOwn(versions, wanted)) {
    throw new InvalidRequestError(noSuchVersion(slug, wanted, versions));
  }
  const named = resolveVersion(entry, wanted);
  const version = names === undefined || (named !== undefined && names.includes(named)) ? named : names[0];
  const settings = settingsOf(entry, version)?.map(describeSetting);
  return {
    slug,
    name: text(component.name),
    description: text(component.description),
    archived: component.is_archived === true,
    isPublic: typeof component.is_public === "boolean" ? component.is_public : undefined,
    latest: text(component.latest_version),
    versions: names,
    documentation: text(component.documentation_link),
    repository: text(component["repo_link"]),
    version: text(version),
    settings,
    snippet: snippet(slug, version, settings ?? []),
  };
}

/** `undefined` for a text that the catalogue leaves out. */
function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function describeSetting(field: ConfigurationField): SettingDescription {
  const { name, type, title, description, required, secret, options } = field;
  return {
    name,
    title: text(title),
    type,
    required: required === true,
    secret: secret === true,
    options: options ?? [],
    description: text(description),
  };
}

/** No map: `validate` refuses it, and names the command that lists the settings. */
export const SETTINGS_GAP = "change-me";

/**
 * The component as a first file declares it: with the required settings, as variables, so that it can be planned. A secret is always text,
 * and a value that was made up would be applied: if another secret is required, the settings are a gap.
 */
export function firstDeclaration(entry: FoundEntry): Fields {
  const { slug, latest, version, settings = [] } = describeComponent(entry);
  const required = settings.filter((setting) => setting.required);
  const canBeVariables = required.every(({ type, secret }) => !secret || valueType(type) === undefined);
  const values = Object.fromEntries(required.map((setting) => [setting.name, variable(slug, setting)]));
  return {
    ...(version === undefined ? {} : { version: version === latest ? "latest" : version }),
    ...(required.length === 0 ? {} : { settings: canBeVariables ? values : SETTINGS_GAP }),
  };
}

/** Required settings, and optional ones in comments. The snippet loads, and fits the catalogue. */
function snippet(slug: string, version: string | undefined, settings: readonly SettingDescription[]): string {
  // Without a version no settings are known, and a project file refuses a key with nothing after it.
  if (version === undefined) return `components:\n  ${slug}: {}\n`;
  const lineOf = (setting: SettingDescription): string =>
    `${setting.required ? "" : "# "}${scalar(setting.name)}: ${shown(placeholder(slug, setting))}`;
  const lines = settings.toSorted((a, b) => Number(b.required) - Number(a.required)).map(lineOf);
  const isNeeded = settings.some(({ required }) => required);
  return [
    "components:",
    `  ${slug}:`,
    `    version: ${quoted(version)}`,
    ...(lines.length === 0 ? [] : [`    ${isNeeded ? "" : "# "}settings:`, ...lines.map((line) => `      ${line}`)]),
    "",
  ].join("\n");
}

/** An example of a value, to be copied. */
function placeholder(slug: string, { name, type, secret, options }: SettingDescription): unknown {
  if (type === "bool") return true;
  if (type === "number") return 1;
  const [option] = options;
  return !secret && option !== undefined ? option : variable(slug, { name, secret, type });
}

function variable(slug: string, { name, secret, type }: Pick<SettingDescription, "name" | "secret" | "type">): Fields {
  const typed = valueType(type);
  const reference = { [secret ? "secret" : "env"]: variableName([...componentParts(slug), snake(name)]) };
  return typed === undefined ? reference : { ...reference, type: typed };
}

/** The type of a reference to a setting. `undefined` for text. */
function valueType(type: string): ValueType | undefined {
  return type === "bool" ? "boolean" : type === "number" ? "number" : undefined;
}

function shown(value: unknown): string {
  const reference = referenceData(value);
  if (reference !== undefined) return `{ ${reference.key}: ${String(reference.content)} }`;
  return typeof value === "string" ? scalar(value) : String(value);
}

function scalar(value: string): string {
  return isPlain(value) ? value : quoted(value);
}
