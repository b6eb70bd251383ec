import { type CatalogueEntry, type FoundEntry, resolveVersion, noSuchVersion, settingsOf } from "../catalogue.ts";
import { type Finding, checkSettings } from "./check-settings.ts";
import type { DeclaredComponent } from "./declared.ts";

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
  const { slug } = entry;
  const { live } = check;
  if (entry.status === "unavailable") {
    const message = live ? `${entry.reason} Its settings are not checked.` : entry.reason;
    return [{ level: live ? "warning" : "error", field: "component", message }];
  }
  const findings = checkVersion(entry, check);
  if (entry.component.is_archived !== true) return findings;
  return [{ level: "warning", field: "component", message: `${slug} is archived in the catalogue.` }, ...findings];
}

function checkVersion(entry: FoundEntry, { version: declared, settings, pending, live }: CatalogueCheck): Finding[] {
  const { slug } = entry;
  const { versions } = entry.component;
  const wrong = (level: Finding["level"], message: string): Finding[] => [
    { level, field: "version", inValue: true, message },
  ];
  const unchecked = (message: string): Finding[] => [{ level: "warning", field: "settings", message }];
  const version = resolveVersion(entry, declared);
  if (version === undefined) {
    return wrong(declared === "latest" ? "error" : "warning", `The catalogue names no latest version of ${slug}.`);
  }
  if (versions === undefined || versions === null) {
    return unchecked(`The catalogue lists no versions of ${slug}: version and settings are not checked.`);
  }
  if (!Object.hasOwn(versions, version)) {
    // If no version is declared, the catalogue itself names a latest version that it does not list.
    return wrong(declared === undefined ? "warning" : "error", noSuchVersion(slug, version, versions));
  }
  const fields = settingsOf(entry, version);
  const subject = `${slug} ${version}`;
  if (fields === undefined) {
    return unchecked(`The catalogue does not describe the settings of ${subject}: not checked.`);
  }
  // A component that is live keeps its settings; a new one has only the declared ones.
  return settings === undefined && live ? [] : checkSettings(subject, fields, settings ?? {}, pending, live);
}
