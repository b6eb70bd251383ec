import type { ProjectComponentRecord } from "../../api/records.ts";
import type { CatalogueEntry } from "../catalogue.ts";
import { isSecretSetting } from "../secrecy.ts";
import { hiddenSettings } from "./hidden-settings.ts";

/** What is known about a component besides its record. Every question about a live component's settings is asked here. */
export interface ComponentKnowledge {
  /** The catalogue's entry. */
  readonly entry: CatalogueEntry;
  /** Names of the live settings whose values the service does not show. Computed once per record. */
  hiddenIn(live: ProjectComponentRecord): ReadonlySet<string>;
  /** Whether a setting is a secret. `versions`: those that its value belongs to, declared, live or both. */
  isSecret(setting: string, versions: readonly (string | undefined)[]): boolean;
}

/** Stands for the entry if the catalogue was not asked: every setting is a secret, and only masks tell hidden settings. */
export const NOT_ASKED: CatalogueEntry = { status: "unavailable", slug: "", reason: "The catalogue was not asked." };

/** Knowledge from the catalogue's entry. */
export function knowledgeOf(entry: CatalogueEntry = NOT_ASKED): ComponentKnowledge {
  const hidden = new WeakMap<ProjectComponentRecord, ReadonlySet<string>>();
  return {
    entry,
    hiddenIn: (live) => {
      const found = hidden.get(live) ?? hiddenSettings(entry, live);
      hidden.set(live, found);
      return found;
    },
    isSecret: (setting, versions) => isSecretSetting(entry, versions, setting),
  };
}

/** What a run may do when it writes a component. */
export interface WritePolicy {
  /** Send declared secrets that the service does not show, although they cannot be compared. Default: false. */
  readonly rewriteSecrets?: boolean | undefined;
}
