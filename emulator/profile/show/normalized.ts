import { isIP } from "node:net";
import { isJsonObject, type JsonObject } from "../../json-object.ts";
import type { Core } from "../../store/core.ts";

/** A project with each value in one form. */
export function normalizedProject(project: JsonObject): JsonObject {
  return mapFields(project, (name, value) => {
    switch (name) {
      case "description":
      case "cookie_name":
      case "cookie_domain":
      case "proxy_only_path_regex":
        return normalizedText(value);
      case "external_project_url":
      case "avatar_url":
        return typeof value === "string" ? (URL.parse(value)?.href ?? value) : value;
      case "trusted_ips":
      case "blocked_ips":
        return asSet(itemsOf(value).map(normalizedAddress));
      case "cookie_whitelist":
        return asSet(itemsOf(value));
      case "forwarded_headers":
        return byName(itemsOf(value).filter(isJsonObject));
      case "override_cache":
        return value === undefined ? value : byRank(itemsOf(value));
      case "rate_limiting":
        return byRank(itemsOf(value));
      default:
        return value;
    }
  });
}

/** A component of a project with its settings in the type of the catalogue. */
export function normalizedComponent(record: JsonObject, { catalogue }: Core): JsonObject {
  const { component_id: id, component_version: version, settings } = record;
  if (!isJsonObject(settings)) return record;
  const fields = catalogue.byId(String(id))?.versions?.[String(version)]?.dynamic_fields ?? [];
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return { ...record, settings: mapFields(settings, (name, value) => typedValue(value, types.get(name))) };
}

/** The record with `null` in each field without a value. */
export function withNull(record: JsonObject): JsonObject {
  return mapFields(record, (_, value) => value ?? null);
}

function normalizedText(value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll(/\r\n?/g, "\n").trim() : value;
}

function typedValue(value: unknown, type: "string" | "bool" | "number" | undefined): unknown {
  if (type === undefined || (typeof value === "object" && value !== null)) return value;
  const text = String(value);
  if (type === "string") return value === null ? value : normalizedText(text);
  if (type === "bool") return /^(?:true|false)$/.test(text) ? text === "true" : value;
  return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : value;
}

/** A network with its length, and IPv6 as in a URL. Any other text stays. */
function normalizedAddress(value: unknown): unknown {
  const text = String(value);
  const [address = "", length, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return text;
  const shown = version === 4 ? address : new URL(`http://[${address}]`).hostname.slice(1, -1);
  return `${shown}/${length ?? (version === 4 ? 32 : 128)}`;
}

/** Rules in the order of their ranks, which become 10, 20, 30. Rules of the same rank keep their order. */
function byRank(rules: readonly unknown[]): readonly JsonObject[] {
  const rankOf = ({ rank }: JsonObject) => (typeof rank === "number" ? rank : 0);
  const sorted = rules.filter(isJsonObject).toSorted((left, right) => rankOf(left) - rankOf(right));
  return sorted.map((rule, index) => ({ ...normalizedRule(rule), rank: (index + 1) * 10 }));
}

function normalizedRule(rule: JsonObject): JsonObject {
  return mapFields(rule, (name, value) =>
    name === "conditions" && isJsonObject(value)
      ? mapFields(value, normalizedCondition)
      : normalizedCondition(name, value),
  );
}

/** Lists as sets, names of headers in lower case, and methods in upper case. */
function normalizedCondition(name: string, value: unknown): unknown {
  if (isJsonObject(value)) return mapFields(value, (_, part) => normalizedMatcher(part, name.endsWith("_headers")));
  if (name === "path") return normalizedText(value);
  if (!Array.isArray(value)) return value;
  const isMethod = name === "method" || name === "request_methods";
  return asSet(isMethod ? value.map((item) => String(item).toUpperCase()) : value);
}

function normalizedMatcher(part: unknown, isForHeaders: boolean): unknown {
  const shown = (header: unknown) => (isForHeaders ? String(header).toLowerCase() : header);
  if (Array.isArray(part)) return asSet(part.map(shown));
  if (!isJsonObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([header, value]) => [shown(header), value]));
}

function byName(headers: readonly JsonObject[]): readonly JsonObject[] {
  const named = headers.map((header) => ({ ...header, name: String(header["name"]).toLowerCase() }));
  return named.toSorted((left, right) => compare(left.name, right.name));
}

function asSet(items: readonly unknown[]): readonly unknown[] {
  return [...new Set(items)].toSorted((left, right) => compare(String(left), String(right)));
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function mapFields(fields: JsonObject, change: (name: string, value: unknown) => unknown): JsonObject {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(name, value)]));
}
