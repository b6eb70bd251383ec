import type { ConfigurationField } from "../api/records.ts";
import type { Schema } from "./json-schema-rules.ts";

/** What the settings of one version may be, as JSON Schema. */
export function settingsSchema(fields: readonly ConfigurationField[]): Schema {
  const required = fields.filter((field) => field.required === true).map(({ name }) => name);
  return {
    ...settings(fields.map((field) => [field.name, { ...about(field), ...valueOf(field) }])),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** What they may be where it is not known which of the versions is meant; the last ones have the last word in what is said of them. */
export function settingsOfAnyVersion(versions: readonly (readonly ConfigurationField[])[]): Schema {
  const byName = Map.groupBy(versions.flat(), ({ name }) => name);
  return settings(
    [...byName].map(([name, fields]) => {
      const values = new Set(fields.map((field) => JSON.stringify(valueOf({ ...field, required: false }))));
      const [last] = fields.slice(-1);
      if (last === undefined) return [name, {}];
      return [name, { ...about(last), ...(values.size === 1 ? valueOf({ ...last, required: false }) : ANYTHING) }];
    }),
  );
}

function settings(properties: readonly (readonly [name: string, schema: Schema])[]): Schema {
  return { type: ["object", "null"], properties: Object.fromEntries(properties), additionalProperties: false };
}

const ANYTHING: Schema = { $ref: "#/$defs/value" };

const TYPES: Readonly<Record<string, string>> = { string: "string", bool: "boolean", number: "number" };

/** `null` says the same as nothing, which a required setting must not. A reference gives text. */
function valueOf({ type: name, required, options, secret, name: setting }: ConfigurationField): Schema {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (type === undefined) return ANYTHING;
  const types = required === true ? type : [type, "null"];
  if (type !== "string") return { type: types };
  const choices =
    (options ?? []).length === 0 ? {} : { enum: [...(options ?? []), ...(required === true ? [] : [null])] };
  const references = [{ $ref: "#/$defs/env" }, { $ref: "#/$defs/secret" }];
  const examples = secret === true ? { examples: [{ secret: variable(setting) }] } : {};
  return { anyOf: [{ type: types, ...choices }, ...references], ...examples };
}

function about({ title, description, secret, required, options, type }: ConfigurationField): Schema {
  const facts = [
    description ?? "",
    secret === true ? howSecret(type) : "",
    required === true ? "Required." : "",
    (options ?? []).length > 0 ? `One of ${options?.join(", ")}.` : "",
  ].filter((text) => text !== "");
  return {
    ...(typeof title === "string" && title !== "" ? { title } : {}),
    ...(facts.length > 0 ? { description: facts.join(" ") } : {}),
  };
}

function howSecret(type: string): string {
  return type === "number" || type === "bool"
    ? `Secret, and a ${type}: it cannot come from a variable, which gives text.`
    : "Secret: write { secret: NAME }, and set the variable NAME.";
}

function variable(setting: string): string {
  const name = setting.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return /^[A-Z]/.test(name) ? name : `SECRET_${name}`;
}
