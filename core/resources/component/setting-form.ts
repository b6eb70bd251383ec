import { booleanForm } from "../../api/boolean-form.ts";
import { jsonForm } from "../canonical.ts";
import { type CatalogueEntry, settingsOf } from "../catalogue.ts";
import { textForm, numberForm } from "../forms.ts";

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
export function typedSetting(type: string | undefined, value: unknown): unknown {
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
  const versions = entry.status === "found" ? Object.keys(entry.component.versions ?? {}) : [];
  const [type, ...others] = new Set(versions.map(typeIn).filter((each) => each !== undefined));
  return typeIn(version) ?? (others.length === 0 ? type : undefined);
}
