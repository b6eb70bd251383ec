import { z } from "zod";
import { sameJson, sameMeaning } from "../canonical.ts";

const TEXT = z.string().nullish();

/**
 * Whether two values of a setting mean the same. `type` is the catalogue's: a service may store every setting as text. A type
 * that is not known, and a value that is not of its type, are compared as they are.
 */
export function sameSetting(type: string | undefined, one: unknown, other: unknown): boolean {
  if (sameJson(one, other)) return true;
  const [first, second] = [scalarOf(type, one), scalarOf(type, other)];
  if (first === undefined || second === undefined) return false;
  return typeof first === "string" && typeof second === "string" ? sameMeaning(TEXT, first, second) : first === second;
}

/** The value as its type has it; `undefined` if it is none of that type. Text that is absent is empty. */
function scalarOf(type: string | undefined, value: unknown): string | number | boolean | undefined {
  if (type === "number") return numberOf(value);
  if (type === "bool") return boolOf(value);
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return value;
  const isStoredAsText = type === "string" && (typeof value === "number" || typeof value === "boolean");
  return isStoredAsText ? String(value) : undefined;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === "string" && DECIMAL.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

function boolOf(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  const word = typeof value === "string" ? value.trim().toLowerCase() : undefined;
  return word === "true" ? true : word === "false" ? false : undefined;
}
