import { z } from "zod";
import { isObject } from "../resources/json.ts";
import { ADDRESS_OR_NETWORK } from "./address-pattern.ts";
import { COMPONENT_RULES, DOMAIN_RULES, FILE_RULES, PROJECT_RULES, type Schema } from "./json-schema-rules.ts";
import { fileSchema } from "./schema.ts";

/**
 * The JSON Schema (draft 2020-12) of a project file, made of the schema that reads it. It refuses nothing that `loadFile` takes; what it
 * cannot refuse is listed in docs/project-file.md.
 */
export function jsonSchema(): Schema {
  const { properties, ...rest } = plain(z.toJSONSchema(fileSchema, { io: "input", override: describeTexts }));
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
      secret: reference("secret", "Text from the environment variable of this name, shown nowhere."),
      value: anyValue,
    },
  };
}

/** No host name has other ASCII characters, or no dot; three of other scripts count as one. */
const HOST_NAME = "^[^\\u0000-,/:-@\\[-`\\{-\\u007F]*[.\\u3002\\uFF0E\\uFF61][^\\u0000-,/:-@\\[-`\\{-\\u007F]*$";

const TEXTS: Readonly<Record<string, string>> = {
  "properties/project/properties/trusted_ips/items": ADDRESS_OR_NETWORK,
  "properties/project/properties/blocked_ips/items": ADDRESS_OR_NETWORK,
  "properties/domains/items/properties/name": HOST_NAME,
};

/** What the loader checks by code, as a pattern where there is one. */
function describeTexts({ path, jsonSchema }: { path: readonly PropertyKey[]; jsonSchema: { pattern?: string } }): void {
  const pattern = TEXTS[path.join("/")];
  if (pattern !== undefined) jsonSchema.pattern = pattern;
}

const REFERENCES = [{ $ref: "#/$defs/env" }, { $ref: "#/$defs/secret" }];

const SCALAR = ["string", "number", "boolean", "null"];

/** Whatever the service may take. A map with nothing but `env` or `secret`, and no map or list under it, is a reference or a mistake. */
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

/** A domain is written as its name alone, too. */
function domainItem(item: Schema): Schema {
  const { name } = plain(item["properties"]);
  return { anyOf: [...plainList(plain(name)["anyOf"]), { ...item, allOf: DOMAIN_RULES }] };
}

/** Lets a reference stand wherever text may; keys are left alone. */
function withReferences(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  if (Object.keys(schema).length === 0) return { $ref: "#/$defs/value" };
  // `set` is how the declared schemas say that a list has no order, `key` that a text is shown.
  const { set: _set, key: isKey, description, default: byDefault, anyOf, ...own } = schema;
  const about = {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
  const parts = Object.fromEntries(
    Object.entries(own).map(([keyword, content]) => [keyword, keyword in PARTS ? PARTS[keyword]?.(content) : content]),
  );
  const forms = plainList(anyOf).length > 0 ? plainList(anyOf).map(withReferences).flatMap(alternatives) : undefined;
  if (forms !== undefined) return { ...about, ...parts, anyOf: forms };
  return takesText(own["type"])
    ? { ...about, anyOf: [parts, ...(isKey === true ? REFERENCES.slice(0, 1) : REFERENCES)] }
    : { ...about, ...parts };
}

function takesText(type: unknown): boolean {
  return type === "string" || plainList(type).includes("string");
}

const PARTS: Readonly<Record<string, (content: unknown) => unknown>> = {
  properties: (content) =>
    Object.fromEntries(Object.entries(plain(content)).map(([name, schema]) => [name, withReferences(schema)])),
  additionalProperties: withReferences,
  items: withReferences,
};

/** The choices of a schema that is nothing but a choice, so that choices do not nest. */
function alternatives(schema: unknown): readonly unknown[] {
  return isObject(schema) && Object.keys(schema).length === 1 && Array.isArray(schema["anyOf"])
    ? plainList(schema["anyOf"])
    : [schema];
}

function plain(value: unknown): Schema {
  return isObject(value) ? value : {};
}

function plainList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
