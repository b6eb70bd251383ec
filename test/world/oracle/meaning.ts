import { isDeepStrictEqual } from "node:util";
import { domainToASCII, URL } from "node:url";
import { FLAGS } from "../../documented-fields.ts";

/*
 * When two values of a field mean the same, written a second time: it imports nothing of the product, so that a mistake in
 * the product's rules is not repeated here.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** How a value is read. The answer is plain data: two values mean the same if their readings are equal. */
type Reading = (value: unknown) => unknown;

export function asObject(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}

/** Line ends and trailing white space do not count. Nothing and "" are the same. */
const text: Reading = (value) =>
  typeof value === "string" ? value.replaceAll(/\r\n?/g, "\n").trimEnd() : (value ?? "");

const url: Reading = (value) => {
  const plain = text(value);
  return typeof plain === "string" && URL.canParse(plain) ? new URL(plain).href : plain;
};

const orElse =
  (byDefault: unknown, reading: Reading = (value) => value): Reading =>
  (value) => {
    const read = reading(value ?? byDefault);
    return read === "" ? reading(byDefault) : read;
  };

const items = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const set =
  (reading: Reading): Reading =>
  (value) =>
    [...new Set(items(value).map((item) => JSON.stringify(reading(item))))].toSorted();

/** An address with its network: a network of one address is that address. */
const address: Reading = (value) => {
  const [host = "", bits] = String(value).trim().toLowerCase().split("/");
  const isLong = host.includes(":");
  const canonical = isLong ? new URL(`http://[${host}]/`).hostname.slice(1, -1) : host;
  return bits === undefined || bits === (isLong ? "128" : "32") ? canonical : `${canonical}/${bits}`;
};

const upperCase: Reading = (value) => String(value).toUpperCase();
const lowerCase: Reading = (value) => String(value).toLowerCase();
const same: Reading = (value) => value;

/** By name without case; several values of one name keep their order. */
const headers: Reading = (value) =>
  items(value)
    .map((item) => [lowerCase(asObject(item)["name"]), text(asObject(item)["value"])] as const)
    .toSorted(([a], [b]) => Number(String(a) > String(b)) - Number(String(a) < String(b)));

/** What is in a record, without what is nothing: a key with nothing in it is as good as no key. */
const record =
  (readings: Readonly<Record<string, Reading>>): Reading =>
  (value) => {
    const fields = asObject(value);
    const read = Object.entries(readings).map(([name, reading]) => [name, reading(fields[name])] as const);
    const told = read.filter(([, content]) => !isNothing(content));
    return Object.fromEntries(told);
  };

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === 0 || value === false) return true;
  if (typeof value !== "object") return false;
  return (Array.isArray(value) ? value : Object.keys(value)).length === 0;
}

/** Rules in the order of their ranks. The numbers themselves do not count. */
const rules =
  (rule: Reading): Reading =>
  (value) =>
    items(value)
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .map(rule);

function rankOf(rule: unknown): number {
  return Number(asObject(rule)["rank"] ?? 0);
}

const anyJson: Reading = (value) => JSON.parse(JSON.stringify(value ?? null));

const names = record({ present: set(same), absent: set(same), values: anyJson });
const headerNames = record({
  present: set(lowerCase),
  absent: set(lowerCase),
  values: (value) =>
    Object.fromEntries(Object.entries(asObject(value)).map(([name, held]) => [name.toLowerCase(), anyJson(held)])),
});

const cacheRule = record({
  path: text,
  regex: same,
  ttl: same,
  swr: same,
  pass: same,
  conditions: record({
    request_cookies: names,
    request_headers: headerNames,
    request_query_params: names,
    response_headers: headerNames,
    request_methods: set(upperCase),
    response_status: set(same),
  }),
});

const rateLimitingRule = record({
  limit: same,
  window: orElse("10s"),
  block_duration: orElse(60),
  key: (value) => (items(value).length === 0 ? set(same)(["ip"]) : set(same)(value)),
  conditions: record({
    path: text,
    regex: same,
    method: set(upperCase),
    continent: set(upperCase),
    country: set(upperCase),
  }),
});

const autocapture = record({
  pageview: same,
  spa_pageview: same,
  engagement: same,
  click: same,
  form: same,
  scroll: same,
});

const READINGS: Readonly<Record<string, Reading>> = {
  ...Object.fromEntries(Object.entries(FLAGS).map(([name, byDefault]) => [name, orElse(byDefault)])),
  type: orElse("proxy"),
  description: text,
  external_project_url: url,
  log_severity: orElse("INFO"),
  override_cache: rules(cacheRule),
  cookie_name: orElse("edgee", text),
  cookie_domain: text,
  proxy_only_path_regex: text,
  inject_sdk_position: orElse("append"),
  autocapture,
  trusted_ips: set(address),
  blocked_ips: set(address),
  cookie_whitelist: set(same),
  forwarded_headers: headers,
  rate_limiting: rules(rateLimitingRule),
};

/** Fields without a documented default: `null` asks for a default that only the service knows, and any value may be it. */
const WITHOUT_DEFAULT = new Set(["description", "external_project_url", "cookie_domain", "proxy_only_path_regex"]);

/** A field of a project as plain data. In `autocapture`, only the events in `declared` count. */
export function fieldMeaning(name: string, value: unknown, declared: unknown = value): unknown {
  if (name === "autocapture" && declared !== null && declared !== undefined) {
    const events = Object.keys(asObject(declared));
    return autocapture(Object.fromEntries(events.map((event) => [event, asObject(value)[event]])));
  }
  return (READINGS[name] ?? anyJson)(value);
}

/** The declared fields of a project that mean something else in what the service has. */
export function differentFields(declared: Fields, live: Fields): string[] {
  return Object.entries(declared)
    .filter(([name, value]) => !(value === null && WITHOUT_DEFAULT.has(name)))
    .filter(([name, value]) => !isDeepStrictEqual(fieldMeaning(name, value), fieldMeaning(name, live[name], value)))
    .map(([name]) => name);
}

/** All fields of a project as plain data, without ids and times. */
export function projectMeaning(project: Fields): Fields {
  return Object.fromEntries(Object.keys(READINGS).map((name) => [name, fieldMeaning(name, project[name], null)]));
}

/** Fields that mean something else before and after, whatever is declared. */
export function changedFields(before: Fields, after: Fields): string[] {
  const all = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...all].filter(
    (name) => !isDeepStrictEqual(fieldMeaning(name, before[name], null), fieldMeaning(name, after[name], null)),
  );
}

export type SettingType = "string" | "number" | "bool";

/** A setting as plain data. A service may store any of them as text. */
export function settingMeaning(type: SettingType | undefined, value: unknown): unknown {
  if (value === null || value === undefined || value === "") return "";
  if (type === "number" && typeof value === "string" && value.trim() !== "") return Number(value);
  if (type === "bool" && (value === "true" || value === "false")) return value === "true";
  if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return String(value);
  if (type === "string") return typeof value === "string" ? text(value) : anyJson(value);
  return anyJson(value);
}

/** The declared settings that mean something else in what the service has. `null` asks for an unknown default. */
export function differentSettings(
  declared: Fields,
  live: Fields,
  types: Readonly<Record<string, SettingType>> = {},
): string[] {
  return Object.entries(declared)
    .filter(([, value]) => value !== null)
    .filter(
      ([name, value]) =>
        !isDeepStrictEqual(settingMeaning(types[name], value), settingMeaning(types[name], live[name])),
    )
    .map(([name]) => name);
}

/** A host name in its ASCII form, without the trailing dot. */
export function hostMeaning(name: string): string {
  return domainToASCII(name.toLowerCase().replace(/\.$/, ""));
}
