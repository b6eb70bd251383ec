import type { ConfigurationField } from "../api/records.ts";
import type { Schema } from "./json-schema-rules.ts";

/** The JSON Schema of the settings of one version. */
export function settingsSchema(fields: readonly ConfigurationField[]): Schema {
  const required = fields.filter((field) => field.required === true).map(({ name }) => name);
  return {
    ...settings(fields.map((field) => [field.name, { ...descriptionOf(field), ...valueSchema(field) }])),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The JSON Schema of the settings if the version is not known: allows what any version allows. Titles come from the last version. */
export function settingsOfAnyVersion(versions: readonly (readonly ConfigurationField[])[]): Schema {
  const byName = Map.groupBy(versions.flat(), ({ name }) => name);
  return settings(
    [...byName].map(([name, fields]) => {
      const values = new Set(fields.map((field) => JSON.stringify(valueSchema({ ...field, required: false }))));
      const [last] = fields.slice(-1);
      if (last === undefined) return [name, {}];
      return [
        name,
        { ...descriptionOf(last), ...(values.size === 1 ? valueSchema({ ...last, required: false }) : ANYTHING) },
      ];
    }),
  );
}

function settings(properties: readonly (readonly [name: string, schema: Schema])[]): Schema {
  return { type: ["object", "null"], properties: Object.fromEntries(properties), additionalProperties: false };
}

const ANYTHING: Schema = { $ref: "#/$defs/value" };

const TYPES: Readonly<Record<string, string>> = { string: "string", bool: "boolean", number: "number" };

/** The schema of a setting's value. `null` means absent, so a required setting refuses it. A reference is text. */
function valueSchema({ type: name, required, options, secret, name: setting }: ConfigurationField): Schema {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (type === undefined) return ANYTHING;
  const types = required === true ? type : [type, "null"];
  if (type !== "string") return { type: types };
  const choices =
    (options ?? []).length === 0 ? {} : { enum: [...(options ?? []), ...(required === true ? [] : [null])] };
  const references = [{ $ref: "#/$defs/env" }, { $ref: "#/$defs/secret" }];
  const examples = secret === true ? { examples: [{ secret: variableName(setting) }] } : {};
  return { anyOf: [{ type: types, ...choices }, ...references], ...examples };
}

function descriptionOf({ title, description, secret, required, options, type }: ConfigurationField): Schema {
  const facts = [
    description ?? "",
    secret === true ? secretHint(type) : "",
    required === true ? "Required." : "",
    (options ?? []).length > 0 ? `One of ${options?.join(", ")}.` : "",
  ].filter((text) => text !== "");
  return {
    ...(typeof title === "string" && title !== "" ? { title } : {}),
    ...(facts.length > 0 ? { description: facts.join(" ") } : {}),
  };
}

function secretHint(type: string): string {
  return type === "number" || type === "bool"
    ? `Secret. It cannot come from a variable, because a variable is text and this is a ${type}.`
    : "Secret: write { secret: NAME }, and set the variable NAME.";
}

function variableName(setting: string): string {
  const name = setting.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
  return /^[A-Z]/.test(name) ? name : `SECRET_${name}`;
}
