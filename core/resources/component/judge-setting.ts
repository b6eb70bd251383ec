import { type ProjectComponentRecord, booleanForm } from "../../api/records.ts";
import { sameJson, jsonForm } from "../canonical.ts";
import { type CatalogueEntry, settingsOf } from "../catalogue.ts";
import { own } from "../json.ts";
import type { DeclaredComponent } from "./declared.ts";
import { isHidden } from "./masked-settings.ts";
import { textForm, numberForm } from "../canonical-forms.ts";

/**
 * The canonical form of a setting. `type` is the catalogue's: a service may store every setting as text. A value that is not of its
 * type, or whose type is not known, has no other form than a text's. An absent text is empty.
 */
export function settingForm(type: string | undefined, value: unknown): unknown {
  const form = typedSetting(type, textForm(jsonForm(value)));
  const isStoredAsText = type === "string" && (typeof form === "number" || typeof form === "boolean");
  return isStoredAsText ? String(form) : (form ?? "");
}

/** A number or a boolean of the catalogue as such, also if it is written as text. Any other value as it is. */
function typedSetting(type: string | undefined, value: unknown): unknown {
  if (type === "number") return numberForm(value);
  return type === "bool" ? booleanForm(value) : value;
}

/** More digits than a number keeps, or zeros in front of it. */
const OTHER_AS_NUMBER = /^-?0\d|\d(?:\D?\d){15}/;

/** A live setting as it is sent back: typed, unless a text would lose a part of it. */
export function sentSetting(type: string | undefined, value: unknown): unknown {
  const isOther = type === "number" && typeof value === "string" && OTHER_AS_NUMBER.test(value);
  return isOther ? value : typedSetting(type, value);
}

/** The type of a setting: that of its version, or that of all versions if they agree. */
export function typeOfSetting(entry: CatalogueEntry, version: string | undefined, name: string): string | undefined {
  const typeIn = (each: string | undefined): string | undefined =>
    settingsOf(entry, each)?.find((field) => field.name === name)?.type;
  const ofVersion = typeIn(version);
  if (ofVersion !== undefined || entry.status !== "found") return ofVersion;
  const versions = Object.keys(entry.component.versions ?? {});
  const [type, ...others] = new Set(versions.map(typeIn).filter((each) => each !== undefined));
  return others.length === 0 ? type : undefined;
}

/** What becomes of a live setting that is declared `null`. */
export function noteOnNull(mayBeSecret: boolean): string {
  return mayBeSecret
    ? "null asks for the default, and none is documented. An update of other settings does not send what may be a secret, so it may go: to keep it, declare it."
    : "null asks for the default, and none is documented: the live value stays. To change it, declare a value.";
}

/** A declared setting beside the live one. */
interface SettingPair {
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
): SettingPair[] {
  const versionShown = version ?? live.component_version ?? undefined;
  const judge = (name: string, declared: unknown, shown: unknown): SettingPair["verdict"] => {
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
