import { z } from "zod";
import { isObject, itemsOf } from "../resources/json.ts";
import { fileSchema } from "./schema.ts";
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
      value: anyValue,
    },
  };
}

const REFERENCES = [{ $ref: "#/$defs/env" }, { $ref: "#/$defs/secret" }];

const scalar: Schema = { anyOf: ["string", "number", "boolean", "null"].map((type) => ({ type })) };

/** Any JSON value. A map with the single key `env` or `secret` and a scalar under it must be a valid reference. */
const anyValue: Schema = {
  anyOf: [
    scalar,
    ...REFERENCES,
    { type: "array", items: { $ref: "#/$defs/value" } },
    {
      type: "object",
      additionalProperties: { $ref: "#/$defs/value" },
      not: {
        maxProperties: 1,
        anyOf: ["env", "secret"].map((key) => ({ properties: { [key]: scalar }, required: [key] })),
      },
    },
  ],
};

function reference(key: string, description: string): Schema {
  return {
    description,
    type: "object",
    properties: { [key]: { type: "string", pattern: "^[A-Za-z_][A-Za-z0-9_]*$" } },
    required: [key],
    additionalProperties: false,
  };
}

/** Accepts the short form of a domain, too: its name alone. */
function domainItem(item: Schema): Schema {
  const { name } = plain(item["properties"]);
  return { anyOf: [...itemsOf(plain(name)["anyOf"]), item] };
}

/** Allows a reference wherever text is allowed, but not as the key of a map. */
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
  const takesText = own["type"] === "string" || itemsOf(own["type"]).includes("string");
  if (!takesText) return { ...about, ...parts };
  return { ...about, anyOf: [parts, ...(own["key"] === true ? REFERENCES.slice(0, 1) : REFERENCES)] };
}

/**
 * Keywords of our own: how values are compared, what is never shown, what is sent for `null`, and a text that is always shown.
 */
const OWN_META: ReadonlySet<string> = new Set(["meaning", "sensitive", "emptyForm", "key"]);

/** The keywords that hold schemas. */
const PARTS: Readonly<Partial<Record<string, (content: unknown) => unknown>>> = {
  properties: (content) =>
    Object.fromEntries(Object.entries(plain(content)).map(([name, schema]) => [name, withReferences(schema)])),
  additionalProperties: withReferences,
  items: withReferences,
  anyOf: (content) => itemsOf(content).map(withReferences),
};

/** A part of a schema. Empty if there is none. */
function plain(value: unknown): Schema {
  return isObject(value) ? value : {};
}
