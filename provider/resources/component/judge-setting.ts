import type { ProjectComponentRecord } from "../../api/records.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";
import { own } from "../json.ts";
import { flagOf } from "../secrecy.ts";
import { mayBeLeftOut } from "./hidden-settings.ts";
import { isFormOf } from "./mask.ts";
import { sameSetting } from "./setting-value.ts";

/**
 * How a declared setting compares with the live one.
 *
 * - `same`, `different`: both values are known.
 * - `hidden`: the service has the secret and does not show it as it is, so it cannot be compared.
 * - `left-out`: the service does not show the secret, and may have it.
 * - `default`: `null` is declared, and the service shows a value, which is taken as the default.
 */
export type SettingVerdict = "same" | "different" | "hidden" | "left-out" | "default";

/** `hidden`: the live settings that the service does not show. `version`: the declared one, if any. */
export function judgeSetting(
  entry: CatalogueEntry,
  live: ProjectComponentRecord,
  hidden: ReadonlySet<string>,
  name: string,
  declared: unknown,
  version: string | undefined,
): SettingVerdict {
  const shown = own(live.settings ?? {}, name) ?? null;
  if (declared === null) return shown === null || shown === "" ? "same" : "default";
  if (sameSetting(typeOf(entry, version ?? live.component_version ?? undefined, name), declared, shown)) return "same";
  if (hidden.has(name)) return "hidden";
  if (shown === null) return mayBeLeftOut(entry, live, name) ? "left-out" : "different";
  if (flagOf(entry, name) !== "secret") return "different";
  return isFormOf(declared, shown) && !isOption(entry, live, name, shown) ? "hidden" : "different";
}

/** The type of a setting: that of its version, or that of all versions if they agree. */
export function typeOf(entry: CatalogueEntry, version: string | undefined, name: string): string | undefined {
  const own = settingsOf(entry, version)?.find((field) => field.name === name);
  if (own !== undefined) return own.type;
  const versions = entry.status === "found" ? Object.keys(entry.component.versions ?? {}) : [];
  const types = new Set(
    versions.flatMap((each) =>
      (settingsOf(entry, each) ?? []).filter((field) => field.name === name).map(({ type }) => type),
    ),
  );
  const [type, ...others] = types;
  return others.length === 0 ? type : undefined;
}

function isOption(entry: CatalogueEntry, live: ProjectComponentRecord, name: string, shown: unknown): boolean {
  const field = settingsOf(entry, live.component_version ?? undefined)?.find((candidate) => candidate.name === name);
  return typeof shown === "string" && field?.options?.includes(shown) === true;
}
