import { type ProjectComponentRecord } from "../../api/records.ts";
import { sameJson } from "../canonical.ts";
import { type CatalogueEntry } from "../catalogue.ts";
import { own } from "../json.ts";
import { isSecretSetting } from "../secrecy.ts";
import { hiddenSettings, isHidden, secretSettings } from "./hidden-settings.ts";
import { typeOfSetting, settingForm } from "./setting-form.ts";

/**
 * How a declared setting compares with the live one.
 *
 * - `same`, `different`: both values are known.
 * - `hidden`: the service does not show the value, so it is not compared.
 * - `default`: `null` is declared, and the service shows a value, which is taken as the default.
 */
export type SettingVerdict = "same" | "different" | "hidden" | "default";

/** What is known about a component besides its record. Every question about a live component's settings is asked here. */
export interface ComponentKnowledge {
  /** The catalogue's entry. */
  readonly entry: CatalogueEntry;
  /** Names of the live settings whose values the service does not show. */
  hiddenIn(live: ProjectComponentRecord): ReadonlySet<string>;
  /** Names of the live settings that hold or may hold a secret: an update sends them only if they are declared. */
  secretsIn(live: ProjectComponentRecord): ReadonlySet<string>;
  /** How a declared setting compares with the live one. `version`: the declared one, if any. */
  judge(live: ProjectComponentRecord, setting: string, declared: unknown, version: string | undefined): SettingVerdict;
  /** Whether a setting is a secret. `versions`: those that its value belongs to, declared, live or both. */
  isSecret(setting: string, versions: readonly (string | undefined)[]): boolean;
}

/** Stands for the entry if the catalogue was not asked: every setting may be a secret. */
export const NOT_ASKED: CatalogueEntry = { status: "unavailable", slug: "", reason: "The catalogue was not asked." };

/** Knowledge from the catalogue's entry. */
export function knowledgeOf(entry: CatalogueEntry = NOT_ASKED): ComponentKnowledge {
  return {
    entry,
    hiddenIn: (live) => hiddenSettings(entry, live),
    secretsIn: (live) => secretSettings(entry, live),
    judge: (live, setting, declared, version) => {
      const shown = own(live.settings ?? {}, setting) ?? null;
      if (declared === null) return shown === null || shown === "" ? "same" : "default";
      const type = typeOfSetting(entry, version ?? live.component_version ?? undefined, setting);
      if (sameJson(settingForm(type, declared), settingForm(type, shown))) return "same";
      return isHidden(entry, live, setting) ? "hidden" : "different";
    },
    isSecret: (setting, versions) => isSecretSetting(entry, versions, setting),
  };
}

/** What a run may do when it writes a component. */
export interface WritePolicy {
  /** Send declared secrets that the service does not show, although they cannot be compared. Default: false. */
  readonly rewriteSecrets?: boolean | undefined;
}
