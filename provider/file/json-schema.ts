import { z } from "zod";
import { isObject, itemsOf } from "../resources/json.ts";
import { ADDRESS_OR_NETWORK } from "./ip-address.ts";
import { COMPONENT_RULES, DOMAIN_RULES, FILE_RULES, PROJECT_RULES, type Schema } from "./json-schema-rules.ts";
import { fileSchema } from "./schema.ts";

/**
 * The JSON Schema (draft 2020-12) of a project file, generated from the schema that `loadFile` uses. It refuses nothing that `loadFile`
 * accepts. docs/project-file.md lists what only `loadFile` refuses.
 */
export function jsonSchema(): Schema {
  const { properties, ...rest } = plain(z.toJSONSchema(fileSchema, { io: "input", override: addPatterns }));
  const { $schema, version, project, components, domains } = plain(properties);
  const componentList = plain(withReferences(components));
  const domainList = plain(withReferences(domains));
  return {
    title: "projectsync project file",
    description: "One project with its components and domains.",
    ...rest,
    properties: {
      $schema,
      version,
      project: { ...plain(withReferences(project)), allOf: PROJECT_RULES },
      components: {
        ...componentList,
        additionalProperties: { ...plain(componentList["additionalProperties"]), allOf: COMPONENT_RULES },
      },
      domains: { ...domainList, uniqueItems: true, items: domainItem(plain(domainList["items"])) },
    },
    allOf: FILE_RULES,
    $defs: {
      env: reference("env", "Text from the environment variable of this name."),
      secret: reference("secret", "Text from the environment variable of this name. Never shown."),
      value: anyValue,
    },
  };
}

/** Necessary for a host name: no other ASCII characters, and a dot (or one of three characters of other scripts that count as one). */
const HOST_NAME = "^[^\\u0000-,/:-@\\[-`\\{-\\u007F]*[.\\u3002\\uFF0E\\uFF61][^\\u0000-,/:-@\\[-`\\{-\\u007F]*$";

const PATTERNS: Readonly<Record<string, string>> = {
  "properties/project/properties/trusted_ips/items": ADDRESS_OR_NETWORK,
  "properties/project/properties/blocked_ips/items": ADDRESS_OR_NETWORK,
  "properties/domains/items/properties/name": HOST_NAME,
};

/** Adds patterns for texts that `loadFile` checks by code. */
function addPatterns({ path, jsonSchema }: { path: readonly PropertyKey[]; jsonSchema: { pattern?: string } }): void {
  const pattern = PATTERNS[path.join("/")];
  if (pattern !== undefined) jsonSchema.pattern = pattern;
}

const REFERENCES = [{ $ref: "#/$defs/env" }, { $ref: "#/$defs/secret" }];

const SCALAR = ["string", "number", "boolean", "null"];

/** Any JSON value. A map with the single key `env` or `secret` and a scalar under it must be a valid reference. */
const anyValue: Schema = {
  anyOf: [
    { type: SCALAR },
    ...REFERENCES,
    { type: "array", items: { $ref: "#/$defs/value" } },
    {
      type: "object",
      additionalProperties: { $ref: "#/$defs/value" },
      not: {
        maxProperties: 1,
        anyOf: ["env", "secret"].map((key) => ({ properties: { [key]: { type: SCALAR } }, required: [key] })),
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
  return { anyOf: [...itemsOf(plain(name)["anyOf"]), { ...item, allOf: DOMAIN_RULES }] };
}

/** Allows a reference wherever text is allowed, but not as the key of a map. */
function withReferences(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  if (Object.keys(schema).length === 0) return { $ref: "#/$defs/value" };
  // `meaning` (how values are compared), `sensitive` (what is never shown), `emptyForm` (what is sent for `null`) and `key` (a text
  // that is always shown) are not keywords of JSON Schema.
  const {
    meaning: _meaning,
    sensitive: _sensitive,
    emptyForm: _emptyForm,
    key: isKey,
    description,
    default: byDefault,
    anyOf,
    ...own
  } = schema;
  const about = {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
  const parts = Object.fromEntries(
    Object.entries(own).map(([keyword, content]) => [keyword, keyword in PARTS ? PARTS[keyword]?.(content) : content]),
  );
  const forms = itemsOf(anyOf).length > 0 ? itemsOf(anyOf).map(withReferences).flatMap(alternatives) : undefined;
  if (forms !== undefined) return { ...about, ...parts, anyOf: forms };
  return takesText(own["type"])
    ? { ...about, anyOf: [parts, ...(isKey === true ? REFERENCES.slice(0, 1) : REFERENCES)] }
    : { ...about, ...parts };
}

function takesText(type: unknown): boolean {
  return type === "string" || itemsOf(type).includes("string");
}

const PARTS: Readonly<Record<string, (content: unknown) => unknown>> = {
  properties: (content) =>
    Object.fromEntries(Object.entries(plain(content)).map(([name, schema]) => [name, withReferences(schema)])),
  additionalProperties: withReferences,
  items: withReferences,
};

/** Flattens nested choices: the alternatives of a schema that is only `anyOf`. */
function alternatives(schema: unknown): readonly unknown[] {
  return isObject(schema) && Object.keys(schema).length === 1 && Array.isArray(schema["anyOf"])
    ? itemsOf(schema["anyOf"])
    : [schema];
}

/** A part of a schema. Empty if there is none. */
export function plain(value: unknown): Schema {
  return isObject(value) ? value : {};
}
