import { isDeepStrictEqual } from "node:util";
import { isJsonObject } from "../../json-object.ts";
import type { JsonObject } from "../../json-object.ts";
import { defaultSettings } from "../../schemas/project-settings.ts";
import type { Forms } from "../forms.ts";
import { showAddress } from "./address.ts";
import { compare, showCacheRules, showHeaderName, showLimitingRules, showSet } from "./rules.ts";
import { inCase, showText, withCapitals } from "./text.ts";

const defaults: JsonObject = { type: "proxy", ...defaultSettings() };

/** A project as the service shows it. `inList`: as an item of a list. */
export function showProject(project: JsonObject, forms: Forms, inList: boolean): JsonObject {
  const shown = Object.entries(project).flatMap(([name, value]): [string, unknown][] => {
    const isDefault = Object.hasOwn(defaults, name) && isDeepStrictEqual(value, defaults[name]);
    if (forms.defaults === "omitted" && isDefault) return [];
    if (name === "organization_id") return showOrganization(value, forms, inList);
    const field = showField(name, value, project, forms);
    if (forms.emptyLists === undefined || !Array.isArray(field) || field.length > 0) return [[name, field]];
    return forms.emptyLists === "null" ? [[name, null]] : [];
  });
  return Object.fromEntries(shown);
}

function showField(name: string, value: unknown, project: JsonObject, forms: Forms): unknown {
  switch (name) {
    case "slug":
      return showSlug(String(value), String(project["organization_id"]), forms);
    case "description":
    case "cookie_name":
    case "cookie_domain":
    case "proxy_only_path_regex":
      return showText(value, forms);
    case "external_project_url":
    case "avatar_url":
      return showUrl(showText(value, forms), forms);
    case "type":
    case "log_severity":
    case "inject_sdk_position":
      return inCase(value, forms.words);
    case "trusted_ips":
    case "blocked_ips":
      return showSet(
        itemsOf(value).map((item) => showAddress(item, forms.addresses ?? {})),
        forms,
      );
    case "cookie_whitelist":
      return showSet(itemsOf(value), forms);
    case "forwarded_headers":
      return showHeaders(itemsOf(value), forms);
    case "override_cache":
      return value === undefined ? value : showCacheRules(itemsOf(value), forms);
    case "rate_limiting":
      return showLimitingRules(itemsOf(value), forms);
    case "autocapture":
      return showEvents(value, forms);
    default:
      return value;
  }
}

function showSlug(slug: string, organization: string, { projectSlugs }: Forms): string {
  switch (projectSlugs) {
    case undefined:
      return slug;
    case "lower-case":
      return slug.toLowerCase();
    case "upper-case":
      return slug.toUpperCase();
    case "capitals":
      return withCapitals(slug);
    case "prefixed":
      return `${organization}/${slug}`;
  }
}

function showOrganization(value: unknown, { organizationIds }: Forms, inList: boolean): [string, unknown][] {
  const id = String(value);
  const isShown = organizationIds?.in === undefined || (organizationIds.in === "lists") === inList;
  if (organizationIds === undefined || !isShown) return [["organization_id", value]];
  switch (organizationIds.as) {
    case "omitted":
      return [];
    case "upper-case":
      return [["organization_id", id.toUpperCase()]];
    case "without-prefix":
      return [["organization_id", id.replace(/^[a-z]+_/i, "")]];
    case "path":
      return [["organization_id", `organizations/${id}`]];
  }
}

function showUrl(value: unknown, { urls }: Forms): unknown {
  return urls === "whatwg" && typeof value === "string" ? (URL.parse(value)?.href ?? value) : value;
}

function showHeaders(headers: readonly unknown[], forms: Forms): readonly unknown[] {
  const named = headers
    .filter(isJsonObject)
    .map((header) => ({ ...header, name: showHeaderName(header["name"], forms) }));
  if (forms.headers?.sorted !== true) return named;
  return named.toSorted((left, right) => compare(String(left.name).toLowerCase(), String(right.name).toLowerCase()));
}

function showEvents(value: unknown, { autocapture }: Forms): unknown {
  if (autocapture === undefined || !isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, isOn]) => isOn === true));
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
