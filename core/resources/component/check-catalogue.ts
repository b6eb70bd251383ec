import { type CatalogueEntry, type FoundEntry, resolveVersion, noSuchVersion, settingsOf } from "../catalogue.ts";
import { type Finding, checkSettings } from "./check-settings.ts";
import type { DeclaredComponent } from "./declared.ts";
import type { ProjectComponentRecord } from "../../api/records.ts";
import { presentFields } from "../json.ts";
import { liveSecrets } from "./masked-settings.ts";

/** A declaration to check, as far as it is known. */
interface CatalogueCheck {
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

type CheckedFields = Pick<DeclaredComponent, "version" | "settings">;

/**
 * Checks a component against the catalogue as it will be: the declared values, and the live values that stay.
 * `pending`: names of declared settings whose values are not known yet.
 */
export function checkComponent(
  entry: CatalogueEntry,
  declared: CheckedFields,
  live: ProjectComponentRecord | undefined,
  pending: ReadonlySet<string>,
): readonly Finding[] {
  if (live === undefined) return checkAgainstCatalogue(entry, { ...declared, pending, live: false });
  // If no version is declared, the live one stays, and the settings are those of that version.
  const version = declared.version ?? live.component_version ?? undefined;
  if (entry.status === "found" && version === undefined) return unknownVersion(entry);
  if (entry.status === "found" && changesVersion(entry, declared.version, live)) {
    return checkNewVersion(entry, { version, settings: declared.settings }, live, pending);
  }
  const settings = declared.settings ?? undefined;
  const findings = checkAgainstCatalogue(entry, { version, settings, pending, live: true });
  // A live version is not refused because the catalogue no longer lists it.
  return findings.map((finding) => (finding.field === "version" ? { ...finding, level: "warning" } : finding));
}

function unknownVersion(entry: CatalogueEntry): readonly Finding[] {
  const message = `The service does not say which version of ${entry.slug} is live: its settings are not checked.`;
  const findings = checkAgainstCatalogue(entry, { pending: new Set(), live: true });
  return [...findings.filter(({ field }) => field === "component"), { level: "warning", field: "settings", message }];
}

function changesVersion(entry: CatalogueEntry, declared: string | undefined, live: ProjectComponentRecord): boolean {
  if (declared === undefined) return false;
  const version = resolveVersion(entry, declared);
  return version === undefined || (typeof live.component_version === "string" && version !== live.component_version);
}

/** Another version takes other settings: the ones that it requires must be declared or live. */
function checkNewVersion(
  entry: CatalogueEntry,
  declared: CheckedFields,
  live: ProjectComponentRecord,
  pending: ReadonlySet<string>,
): readonly Finding[] {
  // A declared `null` leaves the live value.
  const settings = presentFields(declared.settings);
  const ours = new Set([...Object.keys(settings), ...pending]);
  const stays = (name: string): boolean => !ours.has(name);
  const visibleSettings = Object.entries(presentFields(live.settings)).filter(([name]) => stays(name));
  const hidden = [...liveSecrets(entry, live).hidden].filter(stays);
  const findings = checkAgainstCatalogue(entry, {
    version: declared.version,
    settings: { ...declared.settings, ...Object.fromEntries(visibleSettings), ...settings },
    pending: new Set([...pending, ...hidden]),
    live: false,
  });
  const kept = new Set(visibleSettings.map(([name]) => name));
  return findings.flatMap((finding): Finding[] => {
    const { setting, message } = finding;
    if (setting !== undefined && kept.has(setting)) {
      return [{ ...finding, level: "warning", message: `${message} It is unmanaged, so it stays as it is.` }];
    }
    // A hidden setting may not be set at all.
    return setting !== undefined && hidden.includes(setting) ? [] : [finding];
  });
}
