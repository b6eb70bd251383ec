import type { Client } from "../api/client.ts";
import { isForbidden, isNotFound } from "../api/errors.ts";
import type { ComponentRecord, ConfigurationField } from "../api/records.ts";
import { own } from "./canonical.ts";
import { nearestName } from "./nearest-name.ts";

/** What the catalogue says of one component. `unavailable`: it answered that there is none, or that we may not see it. */
export type CatalogueEntry =
  | { readonly status: "found"; readonly slug: string; readonly component: ComponentRecord }
  | { readonly status: "unavailable"; readonly slug: string; readonly reason: string };

/** `error` forbids a write; `warning` is said aloud. */
export interface Finding {
  readonly level: "error" | "warning";
  readonly field: "component" | "version" | "settings";
  /** The name of the setting that it is about, if one. */
  readonly setting?: string;
  /** Whether what is written under the name is wrong, and not the name, or that something is missing. */
  readonly inValue?: boolean;
  readonly message: string;
}

/** `organization/component`. */
export const COMPONENT_SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** Looks a component up; only "there is none" and "not for you" become an entry, other errors are errors. */
export async function lookUp(client: Client, slug: string): Promise<CatalogueEntry> {
  const [organization = "", ...name] = slug.split("/");
  try {
    return { status: "found", slug, component: await client.catalogue.get(organization, name.join("/")) };
  } catch (error) {
    if (isNotFound(error) || isForbidden(error)) return { status: "unavailable", slug, reason: error.message };
    throw error;
  }
}

/** `latest` as the concrete version the catalogue gives; any other version as it is. `undefined`: the catalogue does not say. */
export function resolveVersion(entry: CatalogueEntry, version: string | undefined): string | undefined {
  if (version !== undefined && version !== "latest") return version;
  return entry.status === "found" ? (entry.component.latest_version ?? undefined) : undefined;
}

/** The settings that a version takes, `undefined` where the catalogue does not say. */
export function settingsOf(
  entry: CatalogueEntry,
  version: string | undefined,
): readonly ConfigurationField[] | undefined {
  if (entry.status !== "found" || version === undefined) return undefined;
  return entry.component.versions?.[version]?.dynamic_fields ?? undefined;
}

/**
 * Whether the setting is a secret by the catalogue. Where the catalogue does not describe the version's settings, or not
 * this one, every setting is treated as one.
 */
export function isSecretSetting(fields: readonly ConfigurationField[] | undefined, name: string): boolean {
  const field = fields?.find((candidate) => candidate.name === name);
  return field === undefined || field.secret === true;
}

/**
 * Checks a declaration against the catalogue. `settings` are those that are known now, `pending` the names of those
 * whose value is not (a variable that is not set here, an output of another resource). `live`: the component is already
 * integrated, so that a catalogue that does not know it is a warning and no error.
 */
export function checkAgainstCatalogue(
  entry: CatalogueEntry,
  declared: {
    readonly version?: string | undefined;
    readonly settings?: Readonly<Record<string, unknown>> | null | undefined;
  },
  pending: ReadonlySet<string>,
  live: boolean,
): Finding[] {
  if (entry.status === "unavailable") {
    return [
      {
        level: live ? "warning" : "error",
        field: "component",
        message: `The catalogue does not give ${entry.slug}: ${entry.reason}${live ? " Its settings are not checked." : ""}`,
      },
    ];
  }
  const findings: Finding[] = [];
  const { component } = entry;
  if (component.is_archived === true) {
    findings.push({ level: "warning", field: "component", message: `${entry.slug} is archived in the catalogue.` });
  }
  const version = resolveVersion(entry, declared.version);
  if (version === undefined) {
    const level = declared.version === "latest" ? "error" : "warning";
    findings.push({
      level,
      field: "version",
      inValue: true,
      message: `The catalogue names no latest version of ${entry.slug}.`,
    });
    return findings;
  }
  const { versions } = component;
  if (versions === undefined || versions === null) {
    findings.push(unchecked(`The catalogue lists no versions of ${entry.slug}: version and settings are not checked.`));
    return findings;
  }
  if (!Object.hasOwn(versions, version)) {
    findings.push({
      level: "error",
      field: "version",
      inValue: true,
      message: `${entry.slug} has no version ${version}; ${knownVersions(versions)}.`,
    });
    return findings;
  }
  const fields = settingsOf(entry, version);
  if (fields === undefined) {
    findings.push(unchecked(`The catalogue does not describe the settings of ${entry.slug} ${version}: not checked.`));
    return findings;
  }
  // Settings that are not declared are not managed, but a new component has only what is declared.
  if (declared.settings === undefined && live) return findings;
  return [...findings, ...checkSettings(`${entry.slug} ${version}`, fields, declared.settings ?? {}, pending, live)];
}

/** The last ones listed: a component may have had hundreds. */
function knownVersions(versions: Readonly<Record<string, unknown>>): string {
  const names = Object.keys(versions);
  if (names.length === 0) return "the catalogue lists none";
  return `there ${names.length === 1 ? "is" : "are"} ${names.length > 10 ? "…, " : ""}${names.slice(-10).join(", ")}`;
}

function unchecked(message: string): Finding {
  return { level: "warning", field: "settings", message };
}

function checkSettings(
  subject: string,
  fields: readonly ConfigurationField[],
  settings: Readonly<Record<string, unknown>>,
  pending: ReadonlySet<string>,
  live: boolean,
): Finding[] {
  const error = (setting: string, message: string, inValue = false): Finding => ({
    level: "error",
    field: "settings",
    setting,
    inValue,
    message,
  });
  const known = new Map(fields.map((field) => [field.name, field]));
  const findings: Finding[] = [];
  for (const name of new Set([...Object.keys(settings), ...pending])) {
    if (known.has(name)) continue;
    findings.push(error(name, `${subject} has no setting ${name}; ${instead(name, [...known.keys()])}.`));
  }
  for (const field of fields) {
    if (pending.has(field.name)) continue;
    const value = own(settings, field.name);
    if (value === undefined || value === null) {
      // A live component may have it already: settings are owned key by key.
      const missing = field.required === true && (!live || value === null);
      if (missing) findings.push(error(field.name, `${subject} requires the setting ${field.name}.`));
      continue;
    }
    const wrong = whyWrong(field, value);
    if (wrong !== undefined) findings.push(error(field.name, `Setting ${field.name} of ${subject} ${wrong}.`, true));
  }
  return findings;
}

function instead(written: string, known: readonly string[]): string {
  const near = nearestName(written, known);
  if (near === undefined) return known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`;
  return `did you mean ${near}? It takes ${known.join(", ")}`;
}

const TYPES: Readonly<Record<string, string>> = { string: "string", bool: "boolean", number: "number" };

/** Says what is wrong without the value, which may be a secret. A type this version does not know is let pass. */
function whyWrong(field: ConfigurationField, value: unknown): string | undefined {
  const type = own(TYPES, field.type);
  if (type !== undefined && typeof value !== type) return `must be a ${field.type}, not ${typeName(value)}`;
  const options = field.options ?? [];
  if (typeof value === "string" && options.length > 0 && !options.includes(value)) {
    return `must be one of ${options.join(", ")}`;
  }
  return undefined;
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return `a ${typeof value === "boolean" ? "bool" : typeof value}`;
}
