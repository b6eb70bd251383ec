import type { ProjectComponentRecord } from "../../api/records.ts";
import { sameJson } from "../canonical.ts";
import type { CatalogueEntry } from "../catalogue.ts";
import { own } from "../json.ts";
import type { DeclaredComponent } from "./declared.ts";
import { isHidden } from "./hidden-settings.ts";
import { settingForm, typeOfSetting } from "./setting-form.ts";

/** A declared setting beside the live one. */
export interface JudgedSetting {
  readonly name: string;
  readonly declared: unknown;
  /** `null` if the service shows none. */
  readonly live: unknown;
  /**
   * How they compare.
   *
   * - `same`, `different`: both values are known.
   * - `hidden`: the service does not show the value, so it is not compared.
   * - `default`: `null` is declared, and the service shows a value, which is taken as the default.
   */
  readonly verdict: "same" | "different" | "hidden" | "default";
}

/** Compares declared keys only: settings are owned key by key. `settings: null` declares no key. */
export function judgeSettings(
  { settings, version }: Pick<DeclaredComponent, "version" | "settings">,
  live: ProjectComponentRecord,
  entry: CatalogueEntry,
): JudgedSetting[] {
  const versionShown = version ?? live.component_version ?? undefined;
  const judge = (name: string, declared: unknown, shown: unknown): JudgedSetting["verdict"] => {
    if (declared === null) return shown === null || shown === "" ? "same" : "default";
    const type = typeOfSetting(entry, versionShown, name);
    if (sameJson(settingForm(type, declared), settingForm(type, shown))) return "same";
    return isHidden(entry, live, name) ? "hidden" : "different";
  };
  return Object.entries(settings ?? {}).map(([name, declared]) => {
    const shown = own(live.settings ?? {}, name) ?? null;
    return { name, declared, live: shown, verdict: judge(name, declared, shown) };
  });
}
