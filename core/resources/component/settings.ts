import type { ProjectComponentRecord } from "../../api/records.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";
import { flagsOf } from "../secret-settings.ts";
import { type Fields, own, presentFields } from "../json.ts";
import type { DeclaredComponent } from "./declared.ts";
import { isPlacementSetting } from "./placement-settings.ts";
import { isHidden, liveSecrets } from "./masked-settings.ts";
import { sentSetting, typeOfSetting } from "./judge-setting.ts";

type Declared = Pick<DeclaredComponent, "version" | "settings">;

/**
 * The settings that an update sends: live and declared keys together, because it is not known whether the service merges
 * or replaces them (docs/internals/service.md, "Unknown"). A live secret is never among them. A declared `null` leaves the live value.
 * A live number or boolean goes back as one, also if the service shows it as text.
 */
export function mergedSettings(
  declared: Declared["settings"],
  live: ProjectComponentRecord,
  entry: CatalogueEntry,
): Fields {
  const { held } = liveSecrets(entry, live);
  const kept = Object.entries(presentFields(live.settings)).filter(
    // An empty value may be a hidden one if the catalogue does not say otherwise, and means the same as none.
    ([name, value]) => !held.has(name) && (value !== "" || flagsOf(entry).get(name) === "open"),
  );
  const version = live.component_version ?? undefined;
  const typed = kept.map(([name, value]) => [name, sentSetting(typeOfSetting(entry, version, name), value)] as const);
  return { ...Object.fromEntries(typed), ...presentFields(declared) };
}

/** Secrets that an update of the settings could lose, because they are not declared. A declared `null` accepts the loss. */
export function secretsAtRisk(
  declared: Declared["settings"],
  live: ProjectComponentRecord,
  entry: CatalogueEntry,
): string[] {
  return [...liveSecrets(entry, live).held].filter((name) => !Object.hasOwn(declared ?? {}, name));
}

/**
 * The settings that lost their value in an update and that no comparison shows, as paths: those that are not declared, and those that
 * count as hidden only because the catalogue cannot be had. What the version does not have may go, and a record that leaves all settings
 * out cannot be judged.
 */
export function lostSettings(
  declared: Declared,
  before: ProjectComponentRecord,
  shown: ProjectComponentRecord,
  entry: CatalogueEntry,
): string[] {
  const { settings } = shown;
  if (settings === undefined) return [];
  const version = shown.component_version ?? declared.version ?? before.component_version ?? undefined;
  const taken = settingsOf(entry, version);
  const isBlank = (value: unknown): boolean => (value ?? "") === "";
  const isCompared = (name: string): boolean =>
    Object.hasOwn(declared.settings ?? {}, name) &&
    (isBlank(own(declared.settings ?? {}, name)) || !isHidden(entry, shown, name));
  return Object.entries(before.settings ?? {})
    .filter(([name, value]) => !isBlank(value) && isBlank(own(settings ?? {}, name)))
    .filter(([name]) => !isCompared(name) && flagsOf(entry).get(name) !== "secret")
    .filter(([name]) => taken === undefined || isPlacementSetting(name) || taken.some((field) => field.name === name))
    .map(([name]) => `settings.${name}`);
}
