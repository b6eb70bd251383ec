import { sameJson } from "../canonical.ts";
import { booleanForm } from "../../api/boolean-form.ts";
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
