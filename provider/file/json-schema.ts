import { z } from "zod";
import { isObject } from "../resources/canonical.ts";
import { fileSchema } from "./schema.ts";

type Schema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (draft 2020-12) of a project file, made of the schema that reads it. It takes what editors can check: `loadFile`
 * checks more, host names and what fields mean together.
 */
export function jsonSchema(): Schema {
  const { properties, ...rest } = plain(z.toJSONSchema(fileSchema, { io: "input" }));
  const { $schema, version, project, components, domains } = plain(properties);
  const domainList = plain(withReferences(domains));
  return {
    title: "projectsync project file",
    description: "One project with its components and domains.",
    ...rest,
    properties: {
      $schema,
      version,
      project: withReferences(project),
      components: withReferences(components),
      domains: { ...domainList, items: domainItem(plain(domainList["items"])) },
    },
    $defs: {
      env: reference("env", "Text from the environment variable of this name."),
      secret: reference("secret", "Text from the environment variable of this name, shown nowhere."),
    },
  };
}

const REFERENCES = [{ $ref: "#/$defs/env" }, { $ref: "#/$defs/secret" }];

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
  return { anyOf: [...plainList(plain(name)["anyOf"]), item] };
}

/** Lets a reference stand wherever text may; keys are left alone. */
function withReferences(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  // `set` is how the declared schemas say that a list has no order.
  const { set: _set, description, default: byDefault, anyOf, ...own } = schema;
  const about = {
    ...(description === undefined ? {} : { description }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
  const parts = Object.fromEntries(
    Object.entries(own).map(([keyword, content]) => [keyword, keyword in PARTS ? PARTS[keyword]?.(content) : content]),
  );
  const forms = plainList(anyOf).length > 0 ? plainList(anyOf).map(withReferences).flatMap(alternatives) : undefined;
  if (forms !== undefined) return { ...about, ...parts, anyOf: forms };
  return takesText(own["type"]) ? { ...about, anyOf: [parts, ...REFERENCES] } : { ...about, ...parts };
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
