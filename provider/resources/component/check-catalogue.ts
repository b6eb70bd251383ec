import type { ComponentRecord } from "../../api/records.ts";
import { noSuchVersion, resolveVersion, settingsOf, type CatalogueEntry } from "../catalogue.ts";
import { checkSettings } from "./check-settings.ts";
import type { DeclaredComponent } from "./declared.ts";
import type { Finding } from "./finding.ts";

/** A declaration to check, as far as it is known. */
export interface CatalogueCheck {
  readonly version?: string | undefined;
  /** The settings whose values are known. */
  readonly settings?: DeclaredComponent["settings"];
  /** Names of declared settings whose values are not known yet: an unset variable, an output of another resource. */
  readonly pending: ReadonlySet<string>;
  /** The component is live at this version: a catalogue that does not know it is a warning and no error. */
  readonly live: boolean;
}

/** Checks a declaration against the catalogue: the component, its version, its settings. */
export function checkAgainstCatalogue(entry: CatalogueEntry, check: CatalogueCheck): Finding[] {
  if (entry.status === "unavailable") return [unavailable(entry.reason, check.live)];
  const archived = archivedWarning(entry.slug, entry.component);
  const version = resolveVersion(entry, check.version);
  const wrong = checkVersion(entry.slug, entry.component, check.version, version);
  if (wrong !== undefined || version === undefined) return [...archived, ...(wrong ?? [])];
  const fields = settingsOf(entry, version);
  const subject = `${entry.slug} ${version}`;
  if (fields === undefined) {
    return [...archived, unchecked(`The catalogue does not describe the settings of ${subject}: not checked.`)];
  }
  // A component that is live keeps its settings; a new one has only the declared ones.
  if (check.settings === undefined && check.live) return archived;
  return [...archived, ...checkSettings(subject, fields, check.settings ?? {}, check.pending, check.live)];
}

function unavailable(reason: string, live: boolean): Finding {
  return live
    ? { level: "warning", field: "component", message: `${reason} Its settings are not checked.` }
    : { level: "error", field: "component", message: reason };
}

function archivedWarning(slug: string, { is_archived: isArchived }: ComponentRecord): Finding[] {
  if (isArchived !== true) return [];
  return [{ level: "warning", field: "component", message: `${slug} is archived in the catalogue.` }];
}

/** Findings that prevent a check of the settings; `undefined` if there are none. */
function checkVersion(
  slug: string,
  { versions }: ComponentRecord,
  declared: string | undefined,
  version: string | undefined,
): Finding[] | undefined {
  if (version === undefined) {
    const message = `The catalogue names no latest version of ${slug}.`;
    return [{ level: declared === "latest" ? "error" : "warning", field: "version", inValue: true, message }];
  }
  if (versions === undefined || versions === null) {
    return [unchecked(`The catalogue lists no versions of ${slug}: version and settings are not checked.`)];
  }
  if (Object.hasOwn(versions, version)) return undefined;
  // If no version is declared, the catalogue itself names a latest version that it does not list.
  const level = declared === undefined ? "warning" : "error";
  return [{ level, field: "version", inValue: true, message: noSuchVersion(slug, version, versions) }];
}

function unchecked(message: string): Finding {
  return { level: "warning", field: "settings", message };
}
