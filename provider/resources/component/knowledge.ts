import type { ProjectComponentRecord } from "../../api/records.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";
import { flagOf, isSecretSetting, mayBeSecret } from "../secrecy.ts";
import { hiddenSettings, secretSettings } from "./hidden-settings.ts";
import { judgeSetting, typeOf, type SettingVerdict } from "./judge-setting.ts";
import { sameSetting } from "./setting-value.ts";

/** What is known about a component besides its record. Every question about a live component's settings is asked here. */
export interface ComponentKnowledge {
  /** The catalogue's entry. */
  readonly entry: CatalogueEntry;
  /** Names of the live settings whose values the service does not show. Computed once per record. */
  hiddenIn(live: ProjectComponentRecord): ReadonlySet<string>;
  /** Names of the live settings that hold or may hold a secret: an update sends them only if they are declared. */
  secretsIn(live: ProjectComponentRecord): ReadonlySet<string>;
  /** How a declared setting compares with the live one. `version`: the declared one, if any. */
  judge(live: ProjectComponentRecord, setting: string, declared: unknown, version: string | undefined): SettingVerdict;
  /** Whether two values of a setting mean the same in a version. */
  same(setting: string, version: string | undefined, one: unknown, other: unknown): boolean;
  /** Whether a setting is a secret. `versions`: those that its value belongs to, declared, live or both. */
  isSecret(setting: string, versions: readonly (string | undefined)[]): boolean;
  /** Whether the catalogue describes the settings of the live version. */
  describes(live: ProjectComponentRecord): boolean;
  /** Whether the setting may be a secret, also where the catalogue does not say so of the live version. */
  mayBeSecret(live: ProjectComponentRecord, setting: string): boolean;
  /** Whether the catalogue describes the setting, and no version calls it a secret. */
  isOpen(setting: string): boolean;
}

/** Stands for the entry if the catalogue was not asked: every setting is a secret, and only masks tell hidden settings. */
export const NOT_ASKED: CatalogueEntry = { status: "unavailable", slug: "", reason: "The catalogue was not asked." };

/** Knowledge from the catalogue's entry. */
export function knowledgeOf(entry: CatalogueEntry = NOT_ASKED): ComponentKnowledge {
  const hidden = new WeakMap<ProjectComponentRecord, ReadonlySet<string>>();
  const hiddenIn = (live: ProjectComponentRecord): ReadonlySet<string> => {
    const found = hidden.get(live) ?? hiddenSettings(entry, live);
    hidden.set(live, found);
    return found;
  };
  return {
    entry,
    hiddenIn,
    secretsIn: (live) => secretSettings(entry, live),
    judge: (live, setting, declared, version) => judgeSetting(entry, live, hiddenIn(live), setting, declared, version),
    same: (setting, version, one, other) => sameSetting(typeOf(entry, version, setting), one, other),
    isSecret: (setting, versions) => isSecretSetting(entry, versions, setting),
    describes: ({ component_version: version }) => settingsOf(entry, version ?? undefined) !== undefined,
    mayBeSecret: (live, setting) => mayBeSecret(entry, setting, live.component_version),
    isOpen: (setting) => flagOf(entry, setting) === "open",
  };
}

/** What a run may do when it writes a component. */
export interface WritePolicy {
  /** Send declared secrets that the service does not show, although they cannot be compared. Default: false. */
  readonly rewriteSecrets?: boolean | undefined;
}
