import type { FoundEntry } from "../resources/catalogue.ts";
import { isObject, itemsOf } from "../resources/json.ts";
import type { ComponentRecord } from "../api/records.ts";
import { compareVersions, newestFirst } from "../resources/version-order.ts";
import { implies, type Schema } from "./json-schema-rules.ts";
import { jsonSchema, plain } from "./json-schema.ts";
import { settingsOfAnyVersion, settingsSchema } from "./settings-schema.ts";

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
  return {
    ...general,
    ...(about.length === 0 ? {} : { description: about.join("\n\n") }),
    ...(isArchived === true ? { deprecated: true } : {}),
    properties: { ...properties, version: versionSchema(component, plain(properties["version"])) },
    allOf: [...itemsOf(general["allOf"]), ...settingsRules(component)],
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
      settingsSchema(group[0]?.fields ?? []),
    );
  });
  // A version that the catalogue does not describe may accept anything.
  if (described.length === 0 || described.length < all.length) return rules;
  const versionUnknown = { properties: { version: { type: "object" } } };
  return [...rules, rule(versionUnknown, settingsOfAnyVersion(described.map(({ fields }) => fields)))];
}

/** Applies the settings' schema if the condition holds and the component is not `absent`. */
function rule({ properties, ...rest }: Schema & { readonly properties: Schema }, settings: Schema): Schema {
  const condition = { type: "object", properties: { ...properties, absent: { const: false } }, ...rest };
  return implies(condition, { properties: { settings } });
}
