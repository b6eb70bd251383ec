import { settingsOf, type CatalogueEntry } from "./catalogue.ts";
import { isPlacementSetting } from "./component/placement-settings.ts";
import { oncePerObject } from "./once-per-object.ts";

/*
 * Decides whether a setting of a component may be shown, by the catalogue. Plan, report, comment, export and Pulumi state all ask
 * here, for both sides of a change. Other secrets: values of a project that are sensitive by nature (sensitive-values.ts), and whatever a file
 * declares as `{ secret }`.
 */

/**
 * True if a setting of a component is a secret: if any version in the catalogue calls it one, and if its flag is not known.
 * A value does not stop being a secret when another version drops the flag.
 *
 * `versions` are those that the value belongs to: declared, live or both. The flag is not known if the catalogue entry is
 * not available, if one of the versions is not described, or if none of them has the setting. The settings that place an edge function are
 * known without it.
 */
export function isSecretSetting(
  entry: CatalogueEntry,
  versions: readonly (string | undefined)[],
  setting: string,
): boolean {
  if (isOpenPlacement(entry, setting)) return false;
  const described = versions.map((version) => settingsOf(entry, version));
  const isKnown = described.some((fields) => fields?.some(({ name }) => name === setting));
  return !isKnown || described.includes(undefined) || flagsOf(entry).get(setting) !== "open";
}

/**
 * True if a live setting is or may be a secret: if any version calls it one, if the catalogue cannot be asked or lists the live
 * version without its settings, or if it does not list the live version and no version names the setting.
 */
export function mayBeSecret(entry: CatalogueEntry, setting: string, version: string | null | undefined): boolean {
  if (isOpenPlacement(entry, setting)) return false;
  const flag = flagsOf(entry).get(setting);
  if (flag === "secret" || entry.status !== "found") return true;
  const isListed = Object.hasOwn(entry.component.versions ?? {}, version ?? "");
  return isListed ? settingsOf(entry, version ?? "") === undefined : flag === undefined;
}

/** True if the setting places an edge function, and no version calls it a secret all the same. */
function isOpenPlacement(entry: CatalogueEntry, setting: string): boolean {
  return isPlacementSetting(setting) && flagsOf(entry).get(setting) !== "secret";
}

/** `secret` if any version calls the setting one, `open` if versions have it and none does. */
type Flag = "open" | "secret";

/** The flags of settings over all versions. Cache: an entry may describe hundreds of versions, and each setting is asked for several times. */
export const flagsOf = oncePerObject((entry: CatalogueEntry): ReadonlyMap<string, Flag> => {
  const found = new Map<string, Flag>();
  const versions = entry.status === "found" ? Object.values(entry.component.versions ?? {}) : [];
  for (const { name, secret } of versions.flatMap(({ dynamic_fields: fields }) => fields ?? [])) {
    if (secret === true) found.set(name, "secret");
    else if (!found.has(name)) found.set(name, "open");
  }
  return found;
});
