import type { ProjectComponentRecord } from "../../api/records.ts";
import { checkAgainstCatalogue, resolveVersion, type CatalogueEntry } from "../catalogue.ts";
import { hiddenSettings } from "./settings.ts";
import type { DeclaredComponent } from "./kind.ts";
import type { Finding } from "./finding.ts";

/**
 * Checks a component against the catalogue as it will be: with what is declared, and with what stays of what is live.
 * `pending`: names of settings whose value is not known here.
 */
export function checkComponent(
  entry: CatalogueEntry,
  declared: Pick<DeclaredComponent, "version" | "settings">,
  live: ProjectComponentRecord | undefined,
  pending: ReadonlySet<string>,
): readonly Finding[] {
  if (live === undefined) return checkAgainstCatalogue(entry, declared, pending, false);
  // Settings are those of the version that will be there: the live one where none is declared.
  const version = declared.version ?? live.component_version ?? undefined;
  if (entry.status === "found" && version === undefined) return unknownVersion(entry);
  if (entry.status === "found" && changesVersion(entry, declared.version, live)) {
    return checkNewVersion(entry, { version, settings: declared.settings }, live, pending);
  }
  // What is live is not refused for what the catalogue says of its version.
  return checkAgainstCatalogue(entry, { version, settings: declared.settings }, pending, true).map((finding) =>
    finding.field === "version" ? { ...finding, level: "warning" } : finding,
  );
}

function unknownVersion(entry: CatalogueEntry): readonly Finding[] {
  const message = `The service does not say which version of ${entry.slug} is live: its settings are not checked.`;
  const ofComponent = checkAgainstCatalogue(entry, {}, new Set(), true).filter(({ field }) => field === "component");
  return [...ofComponent, { level: "warning", field: "settings", message }];
}

function changesVersion(entry: CatalogueEntry, declared: string | undefined, live: ProjectComponentRecord): boolean {
  if (declared === undefined) return false;
  const version = resolveVersion(entry, declared);
  return version === undefined || (typeof live.component_version === "string" && version !== live.component_version);
}

/** Another version takes other settings: what it requires has to be declared, or live already. */
function checkNewVersion(
  entry: CatalogueEntry,
  declared: Pick<DeclaredComponent, "version" | "settings">,
  live: ProjectComponentRecord,
  pending: ReadonlySet<string>,
): readonly Finding[] {
  const ours = new Set([...Object.keys(declared.settings ?? {}), ...pending]);
  const stays = (name: string): boolean => declared.settings !== null && !ours.has(name);
  const shown = Object.entries(live.settings ?? {}).filter(([name, value]) => stays(name) && (value ?? null) !== null);
  const hidden = [...hiddenSettings(entry, live)].filter(stays);
  const settings = { ...Object.fromEntries(shown), ...declared.settings };
  const findings = checkAgainstCatalogue(
    entry,
    { version: declared.version, settings },
    new Set([...pending, ...hidden]),
    false,
  );
  const kept = new Set(shown.map(([name]) => name));
  return findings.flatMap((finding): Finding[] => {
    const { setting } = finding;
    if (setting !== undefined && kept.has(setting))
      return [{ ...finding, level: "warning", message: keptAsIs(finding) }];
    // One that may not be set at all.
    return setting !== undefined && hidden.includes(setting) ? [] : [finding];
  });
}

function keptAsIs({ message }: Finding): string {
  return `${message} It is live and not declared, so it stays as it is.`;
}
