import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject } from "../../json-object.ts";
import { defaultSettings } from "../../schemas/project-settings.ts";

const defaults: JsonObject = { type: "proxy", ...defaultSettings() };

const optional = new Set(["object", "created_at", "updated_at"]);

/** A project without fields that have their default or are empty texts, and with the events only that are on. */
export function terseProject(project: JsonObject): JsonObject {
  const shown = Object.entries(project).flatMap(([name, value]): [string, unknown][] => {
    if (value === "" || (Object.hasOwn(defaults, name) && isDeepStrictEqual(value, defaults[name]))) return [];
    if (name === "trusted_ips" || name === "blocked_ips") return [[name, withoutLengths(value)]];
    if (name !== "autocapture" || !isJsonObject(value)) return [[name, value]];
    return [[name, Object.fromEntries(Object.entries(value).filter(([, isOn]) => isOn === true))]];
  });
  return Object.fromEntries(shown);
}

/** A component of a project without its organization, and without `active` where it is. */
export function terseComponent({ component_slug: slug, active, ...record }: JsonObject): JsonObject {
  const shown = { ...record, component_slug: String(slug).replace(/^.*\//, "") };
  return active === true ? shown : { ...shown, active };
}

/** The record without its type, its times and what is `null`. */
export function withoutOptional(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name, value]) => value !== null && !optional.has(name)));
}

/** Addresses without the length of a network of one address. */
function withoutLengths(addresses: unknown): unknown {
  if (!Array.isArray(addresses)) return addresses;
  return addresses.map((address) => String(address).replace(/(?<=\..*)\/32$|(?<=:.*)\/128$/, ""));
}
