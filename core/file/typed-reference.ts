import { z } from "zod";
import { hasPart, isObject, jsonIn } from "../resources/json.ts";
import { asType, takesMap, unwrap } from "../resources/schema-walk.ts";

/** A reference as a file writes it. `type`: that of `{ env: NAME, type: … }`. Default: none, the value is text. */
export interface WrittenReference {
  readonly key: "env" | "secret";
  readonly name: unknown;
  readonly type?: unknown;
}

/** True if a value of the service, or a part of it, would be read as a reference to a variable if a file had it. */
export function holdsReference(value: unknown): boolean {
  return hasPart(value, (part) => isObject(part) && (Object.hasOwn(part, "env") || Object.hasOwn(part, "secret")));
}

export type ValueType = "boolean" | "number" | "list";

interface TypeFacts {
  readonly field: string;
  /** The rule for the text of a variable. */
  readonly text: string;
  /** `undefined`: the text breaks the rule. */
  readonly read: (text: string) => unknown;
  /** Stands for a value that is not known. */
  readonly placeholder: unknown;
}

const TYPES: Readonly<Record<ValueType, TypeFacts>> = {
  boolean: {
    field: "must be true or false",
    text: "must be exactly true or false",
    read: (text) => (text === "true" || text === "false" ? text === "true" : undefined),
    placeholder: false,
  },
  number: {
    field: "must be a number",
    text: "must be a number as in JSON, of at most 15 digits",
    read: readNumber,
    placeholder: 0,
  },
  list: {
    field: "must be a list",
    text: "must be texts with commas between them, none of them empty, or a JSON list of texts, such as [] for none",
    read: readList,
    placeholder: [],
  },
};

export const VALUE_TYPES = Object.keys(TYPES).filter(isValueType);

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** More digits than a number keeps. */
const LONG = /\d(?:\.?\d){15}/;

function readNumber(text: string): number | undefined {
  const value = JSON_NUMBER.test(text) && !LONG.test(text) ? Number(text) : Number.NaN;
  // JSON sends -0 as 0.
  return Number.isFinite(value) ? value + 0 : undefined;
}

function readList(text: string): readonly string[] | undefined {
  if (!text.trimStart().startsWith("[")) {
    const items = text.split(",").map((item) => item.trim());
    return items.includes("") ? undefined : items;
  }
  return z.array(z.string()).safeParse(jsonIn(text)).data;
}

function isValueType(type: unknown): type is ValueType {
  return typeof type === "string" && Object.hasOwn(TYPES, type);
}

/** The value that a field takes from a variable. `none`: it is a map, or a list of something else than texts. */
function takenBy(schema: z.ZodType | undefined): ValueType | "text" | "any" | "none" {
  const inner = schema === undefined ? undefined : unwrap(schema);
  if (inner === undefined || inner instanceof z.ZodUnknown) return "any";
  if (inner instanceof z.ZodBoolean) return "boolean";
  if (inner instanceof z.ZodNumber) return "number";
  if (inner instanceof z.ZodArray) return takenBy(asType(inner.element)) === "text" ? "list" : "none";
  return takesMap(inner) ? "none" : "text";
}

/** Why a field cannot be written as this reference, whatever its variable holds. `undefined` if it can. */
export function mistakeIn({ key, name, type }: WrittenReference, schema: z.ZodType | undefined): string | undefined {
  const taken = takenBy(schema);
  if (taken === "none") return "a variable can hold only a list of texts; write this list in the file";
  const isSecret = key === "secret";
  if (taken === "any" || taken === "text") {
    if (type === undefined) return undefined;
    if (isSecret) return "a secret is always text; remove its type";
    if (taken === "text") return "must be text; remove the type of the reference";
    return isValueType(type) ? undefined : `type must be one of ${VALUE_TYPES.join(", ")}; a text has none`;
  }
  if (type === taken && !isSecret) return undefined;
  const why = isSecret ? ", but a secret is always text; if it may be shown," : ";";
  return `${TYPES[taken].field}${why} write { env: ${String(name)}, type: ${taken} }`;
}

/** The value of a text by the type of its reference, or the rule that the text breaks. Never holds the text. */
export function readTyped(type: unknown, text: string): { readonly value: unknown } | { readonly broken: string } {
  if (!isValueType(type)) return { value: text };
  const value = TYPES[type].read(text);
  return value === undefined ? { broken: TYPES[type].text } : { value };
}

/** A value that a field takes, in place of one that is not known. */
export function placeholderFor(schema: z.ZodType | undefined): unknown {
  const taken = takenBy(schema);
  if (taken === "none") return [];
  return isValueType(taken) ? TYPES[taken].placeholder : "";
}
