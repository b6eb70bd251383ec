import type { Path } from "../../provider/resources/schema-walk.ts";
import { isObject } from "../../provider/resources/json.ts";
import { kebab, snake, type Part } from "./variable.ts";

/** Takes a text from a variable. `path`: where in the field it stands; `parts`: what tells it from others. */
export type Take = (text: string, path: Path, parts: readonly Part[]) => { readonly secret: string };

/** A field of a project in which each text that is or may be a credential is taken from a variable. */
export function withoutCredentials(field: string, value: unknown, take: Take): unknown {
  switch (field) {
    case "external_project_url":
      return typeof value === "string" && WITH_CREDENTIAL.test(value) ? take(value, [], [snake(field)]) : value;
    case "forwarded_headers":
      return Array.isArray(value) ? headers(value, take) : value;
    case "override_cache":
      return Array.isArray(value) ? value.map((rule: unknown, index) => cacheRule(rule, index, take)) : value;
    default:
      return value;
  }
}

/** An address with a user in it, and mostly a password, however it is written; or with a parameter that is named like a credential. */
const WITH_CREDENTIAL =
  /^[^/\\?#]*[/\\]*[^/\\?#]*@|[?&#;][^=&#;]*(?:auth|credential|key|passw|pwd|secret|session|sig|token)[^=&#;]*=[^&#;]/i;

/** Headers to the origin are where credentials are. An empty one holds none, and no variable can be empty. */
function headers(list: readonly unknown[], take: Take): readonly unknown[] {
  const times = new Map<string, number>();
  return list.map((header, index) => {
    if (!isObject(header) || typeof header["value"] !== "string") return header;
    const name = String(header["name"]).toLowerCase();
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    if (header["value"] === "") return header;
    const parts = [kebab(time === 1 ? "header" : `header-${time}`), kebab(name)];
    return { ...header, value: take(header["value"], [index, "value"], parts) };
  });
}

/** Where conditions of a cache rule have the same texts as requests and answers. */
const CONDITIONS = ["request_headers", "request_cookies", "request_query_params", "response_headers"] as const;

function cacheRule(rule: unknown, index: number, take: Take): unknown {
  const conditions = isObject(rule) ? rule["conditions"] : undefined;
  if (!isObject(rule) || !isObject(conditions)) return rule;
  const kept: Record<string, unknown> = { ...conditions };
  for (const name of CONDITIONS) {
    const condition = conditions[name];
    if (!isObject(condition) || !isObject(condition["values"])) continue;
    const form = name.endsWith("_headers") ? kebab : snake;
    const values = Object.entries(condition["values"]).map(([key, value]) => {
      const path = [index, "conditions", name, "values", key];
      const parts = [snake("cache"), snake(String(index)), snake(name), form(key)];
      return [key, eachText(value, path, parts, take)] as const;
    });
    kept[name] = { ...condition, values: Object.fromEntries(values) };
  }
  return { ...rule, conditions: kept };
}

function eachText(value: unknown, path: Path, parts: readonly Part[], take: Take): unknown {
  if (typeof value === "string") return value === "" ? value : take(value, path, parts);
  const inside = (content: unknown, key: string | number): unknown =>
    eachText(content, [...path, key], [...parts, snake(String(key))], take);
  if (Array.isArray(value)) return value.map(inside);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, inside(content, key)]));
}
