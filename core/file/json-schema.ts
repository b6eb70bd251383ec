import { z } from "zod";
import { isObject, itemsOf } from "../resources/json.ts";
import { fileSchema } from "./schema.ts";
import { VALUE_TYPES, type ValueType } from "./typed-reference.ts";
import { DECLARING } from "./values.ts";

export type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (draft 2020-12) of a project file, generated from the schema that `loadFile` uses. It refuses nothing that `loadFile`
 * accepts. docs/internals/schema.md lists what only `loadFile` refuses.
 */
export function jsonSchema(): Schema {
  const { properties, ...rest } = plain(z.toJSONSchema(fileSchema, { io: "input" }));
  // Elsewhere without references: what a run leaves alone is seen in the file.
  const sections = Object.fromEntries(
    Object.entries(plain(properties)).map(([name, schema]) => [
      name,
      DECLARING.has(name) ? withReferences(schema) : schema,
    ]),
  );
  const domains = plain(sections["domains"]);
  return {
    title: "projectsync project file",
    description: "One project with its components and domains.",
    ...rest,
    properties: {
      ...sections,
      domains: { ...domains, uniqueItems: true, items: domainItem(plain(domains["items"])) },
    },
    $defs: {
      env: reference("env", "Text from the environment variable of this name."),
      secret: reference("secret", "Text from the environment variable of this name. Never shown."),
      ...Object.fromEntries(
        VALUE_TYPES.map((type) => [
          type,
          reference("env", `A ${type} from the environment variable of this name.`, type),
        ]),
      ),
      value: anyValue,
    },
  };
}

const referTo = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

/** References to text. */
const REFERENCES = ["env", "secret"].map(referTo);

const scalar: Schema = { anyOf: ["string", "number", "boolean", "null"].map((type) => ({ type })) };

/** Any JSON value. A map with the key `env` or `secret`, perhaps `type`, no other, and scalars under them must be a valid reference. */
const anyValue: Schema = {
  anyOf: [
    scalar,
    ...REFERENCES,
    ...VALUE_TYPES.map(referTo),
    { type: "array", items: { $ref: "#/$defs/value" } },
    {
      type: "object",
      additionalProperties: { $ref: "#/$defs/value" },
      not: {
        anyOf: ["env", "secret"].flatMap((key) => [
          { maxProperties: 1, properties: { [key]: scalar }, required: [key] },
          { maxProperties: 2, properties: { [key]: scalar, type: scalar }, required: [key, "type"] },
        ]),
      },
    },
  ],
};

function reference(key: string, description: string, type?: ValueType): Schema {
  const typed = type === undefined ? {} : { type: { const: type } };
  return {
    description,
    type: "object",
    properties: { [key]: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$" }, ...typed },
    required: [key, ...Object.keys(typed)],
    additionalProperties: false,
  };
}

/** Accepts the short form of a domain, too: its name alone. */
function domainItem(item: Schema): Schema {
  const { name } = plain(item["properties"]);
  return { anyOf: [...itemsOf(plain(name)["anyOf"]), item] };
}

/** Allows a reference wherever its value is allowed, but not as the key of a map. */
function withReferences(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  if (Object.keys(schema).length === 0) return { $ref: "#/$defs/value" };
  const { description, default: byDefault, ...own } = schema;
  const about = { description, default: byDefault };
  const parts = Object.fromEntries(
    Object.entries(own).flatMap(([keyword, content]) =>
      OWN_META.has(keyword) ? [] : [[keyword, PARTS[keyword]?.(content) ?? content]],
    ),
  );
  const references = isText(own)
    ? REFERENCES.slice(0, own["key"] === true ? 1 : 2)
    : VALUE_TYPES.filter((type) => takes(own, type)).map(referTo);
  return references.length === 0 ? { ...about, ...parts } : { ...about, anyOf: [parts, ...references] };
}

function isText(schema: Schema): boolean {
  return typesOf(schema).includes("string");
}

function takes(schema: Schema, wanted: ValueType): boolean {
  const types = typesOf(schema);
  if (wanted === "list") return types.includes("array") && isText(plain(schema["items"]));
  return types.includes(wanted) || (wanted === "number" && types.includes("integer"));
}

function typesOf({ type }: Schema): readonly unknown[] {
  return typeof type === "string" ? [type] : itemsOf(type);
}

/** Keywords of our own: how values are compared, what is never shown, what is sent for `null`, and a text that is always shown. */
const OWN_META: ReadonlySet<string> = new Set(["meaning", "sensitive", "emptyForm", "key"]);

/** The keywords that hold schemas. */
const PARTS: Readonly<Partial<Record<string, (content: unknown) => unknown>>> = {
  properties: (content) =>
    Object.fromEntries(Object.entries(plain(content)).map(([name, schema]) => [name, withReferences(schema)])),
  propertyNames: (content) =>
    Object.fromEntries(Object.entries(plain(content)).filter(([keyword]) => !OWN_META.has(keyword))),
  additionalProperties: withReferences,
  items: withReferences,
  anyOf: (content) => itemsOf(content).map(withReferences),
};

/** A part of a schema. Empty if there is none. */
function plain(value: unknown): Schema {
  return isObject(value) ? value : {};
}
