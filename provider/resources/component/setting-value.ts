import { sameJson } from "../canonical.ts";
import { booleanForm } from "../../api/boolean-form.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";
import { numberForm, textForm } from "../forms.ts";

/**
 * Whether two values of a setting mean the same. `type` is the catalogue's: a service may store every setting as text. A type
 * that is not known, and a value that is not of its type, are compared as they are.
 */
export function sameSetting(type: string | undefined, one: unknown, other: unknown): boolean {
  if (sameJson(one, other)) return true;
  const [first, second] = [scalarOf(type, one), scalarOf(type, other)];
  return first !== undefined && first === second;
}

/** The type of a setting: that of its version, or that of all versions if they agree. */
export function typeOfSetting(entry: CatalogueEntry, version: string | undefined, name: string): string | undefined {
  const typeIn = (each: string | undefined): string | undefined =>
    settingsOf(entry, each)?.find((field) => field.name === name)?.type;
  const versions = entry.status === "found" ? Object.keys(entry.component.versions ?? {}) : [];
  const [type, ...others] = new Set(versions.map(typeIn).filter((each) => each !== undefined));
  return typeIn(version) ?? (others.length === 0 ? type : undefined);
}

/** The value as its type has it; `undefined` if it is not of that type. An absent text is empty. */
function scalarOf(type: string | undefined, value: unknown): string | number | boolean | undefined {
  if (type === "number") return numberOf(value);
  if (type === "bool") return boolOf(value);
  const isStoredAsText = type === "string" && (typeof value === "number" || typeof value === "boolean");
  const text = isStoredAsText ? String(value) : textForm(value ?? "");
  return typeof text === "string" ? text : undefined;
}

function numberOf(value: unknown): number | undefined {
  const number = numberForm(textForm(value));
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

function boolOf(value: unknown): boolean | undefined {
  const text = textForm(value);
  const bool = booleanForm(typeof text === "string" ? text.toLowerCase() : text);
  return typeof bool === "boolean" ? bool : undefined;
}
