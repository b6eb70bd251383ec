import type { FoundEntry } from "../resources/catalogue.ts";
import { isObject, itemsOf } from "../resources/json.ts";
import type { ComponentRecord, ConfigurationField } from "../api/records.ts";
import { compareVersions, newestFirst } from "../resources/version-order.ts";
import { jsonSchema, plain, type Schema } from "./json-schema.ts";

/**
 * The JSON Schema of a project file, with the versions and settings of these components from the catalogue. Settings are required as
 * for a component that is new to its project. Other components are allowed without further checks.
 */
export function catalogueSchema(entries: readonly FoundEntry[]): Schema {
  const schema = jsonSchema();
  const properties = plain(schema["properties"]);
  const components = plain(properties["components"]);
  const general = plain(components["additionalProperties"]);
  const described = entries.map(({ slug, component }) => [slug, describe(component, general)] as const);
  return {
    ...schema,
    properties: { ...properties, components: { ...components, properties: Object.fromEntries(described) } },
  };
}

function describe(component: ComponentRecord, general: Schema): Schema {
  const { name, description, is_archived: isArchived, documentation_link: documentation } = component;
  const about = [name, description, documentation].filter((text) => typeof text === "string" && text !== "");
  const properties = plain(general["properties"]);
  const rules = settingsRules(component);
  return {
    ...general,
    ...(about.length === 0 ? {} : { description: about.join("\n\n") }),
    ...(isArchived === true ? { deprecated: true } : {}),
    properties: { ...properties, version: versionSchema(component, plain(properties["version"])) },
    ...(rules.length === 0 ? {} : { allOf: rules }),
  };
}

function versionSchema({ versions, latest_version: latest }: ComponentRecord, general: Schema): Schema {
  if (versions === undefined || versions === null) return general;
  const listed = newestFirst(versions);
  const names = typeof latest === "string" ? ["latest", ...listed] : listed;
  const [text, ...references] = itemsOf(general["anyOf"]);
  // JSON Schema does not allow an empty `enum`.
  return names.length === 0
    ? general
    : { ...general, anyOf: [{ ...(isObject(text) ? text : {}), enum: names }, ...references] };
}

/** One rule for each group of versions with the same settings, and one for files in which the version is absent or a variable. */
function settingsRules({ versions, latest_version: latest }: ComponentRecord): Schema[] {
  const all = Object.entries(versions ?? {}).toSorted(([a], [b]) => compareVersions(a, b));
  const described = all.flatMap(([version, { dynamic_fields: fields }]) =>
    fields === undefined || fields === null ? [] : [{ version, fields }],
  );
  const bySettings = Map.groupBy(described, ({ fields }) => JSON.stringify(fields));
  const rules = [...bySettings.values()].map((group) => {
    const names = group.map(({ version }) => version);
    const enumerated = typeof latest === "string" && names.includes(latest) ? ["latest", ...names] : names;
    return rule(
      { properties: { version: { enum: enumerated } }, required: ["version"] },
      settingsSchema([group[0]?.fields ?? []], true),
    );
  });
  // A version that the catalogue does not describe may accept anything.
  if (described.length === 0 || described.length < all.length) return rules;
  const ofAnyVersion = settingsSchema(
    described.map(({ fields }) => fields),
    false,
  );
  return [...rules, rule({ properties: { version: { type: "object" } } }, ofAnyVersion)];
}

/** Applies the settings' schema if the condition holds and the component is not `absent`. */
function rule({ properties, ...rest }: Schema & { readonly properties: Schema }, settings: Schema): Schema {
  const condition = { type: "object", properties: { ...properties, absent: { const: false } }, ...rest };
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then: { properties: { settings } } };
}

/**
 * The JSON Schema of a component's settings. If the version is not known, it allows what any of the versions allows, requires nothing,
 * and has the titles of the last.
 */
function settingsSchema(versions: readonly (readonly ConfigurationField[])[], isKnown: boolean): Schema {
  const byName = Map.groupBy(versions.flat(), ({ name }) => name);
  const properties = [...byName].map(([name, fields]) => {
    const values = fields.map((field) => valueSchema({ ...field, required: isKnown && field.required === true }));
    const isSame = new Set(values.map((value) => JSON.stringify(value))).size === 1;
    return [name, { ...fields.map(descriptionOf).at(-1), ...(isSame ? values[0] : ANYTHING) }] as const;
  });
  const required = isKnown ? versions.flat().filter((field) => field.required === true) : [];
  return {
    type: ["object", "null"],
    properties: Object.fromEntries(properties),
    additionalProperties: false,
    ...(required.length === 0 ? {} : { required: required.map(({ name }) => name) }),
  };
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
