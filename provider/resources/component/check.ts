import type { ProjectComponentRecord } from "../../api/records.ts";
import { type CatalogueEntry, type FoundEntry, noSuchVersion, resolveVersion, settingsOf } from "../catalogue.ts";
import type { Change } from "../kind.ts";
import { checkSettings, type Finding } from "./check-settings.ts";
import { compareComponent } from "./compare.ts";
import type { DeclaredComponent } from "./declared.ts";
import type { ComponentKnowledge, WritePolicy } from "./knowledge.ts";
import { secretsAtRisk, withoutNulls } from "./settings.ts";

/** What writing a component would change, and what speaks against it. Made without writing. */
export interface Assessment {
  /** The declaration with `latest` resolved, so that a plan shows the version that will be live. */
  readonly declared: DeclaredComponent;
  /** Declared fields that differ; `undefined` if nothing is live. */
  readonly changes: readonly Change[] | undefined;
  /** What the catalogue says against it. */
  readonly findings: readonly Finding[];
  /** Undeclared secrets that the write could lose. */
  readonly atRisk: readonly string[];
}

/** Assesses a declared component against the live one and the catalogue. `pending`: settings whose values are not known. */
export function assessComponent(
  written: DeclaredComponent,
  live: ProjectComponentRecord | undefined,
  knowledge: ComponentKnowledge,
  policy: WritePolicy,
  pending: ReadonlySet<string>,
): Assessment {
  const { version, ...rest } = written;
  const concrete = version === undefined ? undefined : resolveVersion(knowledge.entry, version);
  const declared = concrete === undefined ? rest : { ...rest, version: concrete };
  const findings = checkComponent(knowledge, written, live, pending);
  if (live === undefined) return { declared, changes: undefined, findings, atRisk: [] };
  const changes = compareComponent(declared, live, knowledge, policy);
  const changesSettings = changes.some(({ path }) => path.startsWith("settings"));
  const atRisk = changesSettings ? secretsAtRisk(declared.settings, live, knowledge) : [];
  return { declared, changes, findings, atRisk };
}

type Checked = Pick<DeclaredComponent, "version" | "settings">;

/**
 * Checks a component against the catalogue as it will be: the declared values, and the live values that stay.
 * `pending`: names of declared settings whose values are not known yet.
 */
export function checkComponent(
  knowledge: ComponentKnowledge,
  declared: Checked,
  live: ProjectComponentRecord | undefined,
  pending: ReadonlySet<string>,
): readonly Finding[] {
  const { entry } = knowledge;
  if (live === undefined) return checkAgainstCatalogue(entry, { ...declared, pending, live: false });
  // If no version is declared, the live one stays, and the settings are those of that version.
  const version = declared.version ?? live.component_version ?? undefined;
  if (entry.status === "found" && version === undefined) return unknownVersion(entry);
  if (entry.status === "found" && changesVersion(entry, declared.version, live)) {
    return checkNewVersion(knowledge, { version, settings: declared.settings }, live, pending);
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
  knowledge: ComponentKnowledge,
  declared: Checked,
  live: ProjectComponentRecord,
  pending: ReadonlySet<string>,
): readonly Finding[] {
  // A declared `null` leaves the live value.
  const settings = withoutNulls(declared.settings);
  const ours = new Set([...Object.keys(settings), ...pending]);
  const stays = (name: string): boolean => !ours.has(name);
  const visibleSettings = Object.entries(live.settings ?? {}).filter(
    ([name, value]) => stays(name) && (value ?? null) !== null,
  );
  const hidden = [...knowledge.hiddenIn(live)].filter(stays);
  const findings = checkAgainstCatalogue(knowledge.entry, {
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
    return [
      live
        ? { level: "warning", field: "component", message: `${entry.reason} Its settings are not checked.` }
        : { level: "error", field: "component", message: entry.reason },
    ];
  }
  const archived = entry.component.is_archived === true ? `${slug} is archived in the catalogue.` : undefined;
  return [
    ...(archived === undefined ? [] : [{ level: "warning", field: "component", message: archived } as const]),
    ...checkVersion(entry, check),
  ];
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
