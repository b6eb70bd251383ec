import type { Client } from "../api/client.ts";
import { isForbidden, isNotFound } from "../api/errors.ts";
import type { ComponentRecord, ConfigurationField } from "../api/records.ts";
import type { Finding } from "./component/finding.ts";
import { nearestName } from "./nearest-name.ts";
import { checkSettings } from "./component/check-settings.ts";
import { newestFirst } from "./version-order.ts";

/** What the catalogue says of one component. `unavailable`: it answered that there is none, or that we may not see it. */
export type CatalogueEntry =
  | { readonly status: "found"; readonly slug: string; readonly component: ComponentRecord }
  | { readonly status: "unavailable"; readonly slug: string; readonly reason: string };

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
 * integrated, at this version, so that a catalogue that does not know it is a warning and no error.
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
      // Nobody wrote the one that the catalogue calls the latest.
      level: declared.version === undefined ? "warning" : "error",
      field: "version",
      inValue: true,
      message: noSuchVersion(entry.slug, version, versions),
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
  // Where all are given up, none stay.
  const mayStay = live && declared.settings !== null;
  return [...findings, ...checkSettings(`${entry.slug} ${version}`, fields, declared.settings ?? {}, pending, mayStay)];
}

/** Names the newest of those that there are: a component may have had hundreds. */
export function noSuchVersion(slug: string, version: string, versions: Readonly<Record<string, unknown>>): string {
  const known = newestFirst(versions);
  const near = nearestName(version, known);
  const shown = `${known.length > 10 ? "…, " : ""}${known.slice(0, 10).toReversed().join(", ")}`;
  const all = known.length === 0 ? "the catalogue lists none" : `there ${known.length === 1 ? "is" : "are"} ${shown}`;
  const hint = near === undefined ? all : `did you mean ${near}? T${all.slice(1)}`;
  return `${slug} has no version ${version}; ${hint}.`;
}

function unchecked(message: string): Finding {
  return { level: "warning", field: "settings", message };
}
