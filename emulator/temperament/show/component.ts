import { isJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";
import type { Component } from "../../schemas/component.ts";
import type { Forms } from "../forms.ts";
import type { Temperament } from "../temperament.ts";
import { secretNames, showSecret } from "./secret.ts";
import { showTextsIn, withCapitals } from "./text.ts";

/** A component of a project as the service shows it. `component`: its entry in the catalogue. */
export function showProjectComponent(
  record: JsonObject,
  component: Component | undefined,
  { forms = {}, secrets }: Temperament,
): JsonObject {
  const { component_slug: slug, settings, active, ...rest } = record;
  const isDefault = forms.defaults === "omitted" && active === true;
  return {
    ...rest,
    ...(forms.componentSlugs === "omitted" ? {} : { component_slug: showComponentSlug(String(slug), forms) }),
    ...(isDefault ? {} : { active }),
    settings: isJsonObject(settings) ? showSettings(settings, record, component, { forms, secrets }) : settings,
  };
}

/** A component of the catalogue as the service shows it. */
export function showCatalogueComponent(record: JsonObject, forms: Forms): JsonObject {
  return { ...record, slug: showComponentSlug(String(record["slug"]), forms) };
}

function showComponentSlug(slug: string, { componentSlugs }: Forms): string {
  switch (componentSlugs) {
    case undefined:
    case "omitted":
      return slug;
    case "lower-case":
      return slug.toLowerCase();
    case "upper-case":
      return slug.toUpperCase();
    case "capitals":
      return withCapitals(slug);
    case "without-organization":
      return slug.slice(slug.indexOf("/") + 1);
  }
}

function showSettings(
  settings: JsonObject,
  { component_version: version }: JsonObject,
  component: Component | undefined,
  { forms = {}, secrets }: Temperament,
): JsonObject {
  const hidden = secrets === undefined ? new Set<string>() : secretNames(component, version, secrets);
  const fields = component?.versions?.[String(version)]?.dynamic_fields ?? [];
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const shown = Object.entries(settings).map(([name, value]): [string, unknown] => {
    const text = showTextsIn(value, forms);
    if (secrets !== undefined && hidden.has(name)) return [name, showSecret(text, secrets)];
    return [name, showValue(text, types.get(name), forms)];
  });
  return Object.fromEntries(shown);
}

function showValue(value: unknown, type: "string" | "bool" | "number" | undefined, { settingValues }: Forms): unknown {
  const isSimple = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  if (!isSimple || settingValues === undefined) return value;
  const text = String(value);
  if (settingValues === "text" || type === "string") return text;
  if (type === "bool" && /^(?:true|false)$/.test(text)) return text === "true";
  if (type === "number" && text.trim() !== "" && Number.isFinite(Number(text))) return Number(text);
  return value;
}
