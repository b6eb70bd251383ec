import type { Path } from "../../provider/resources/schema-walk.ts";
import { TEXT_FORMS } from "../../provider/resources/forms.ts";
import { isObject } from "../../provider/resources/json.ts";
import { projectFields } from "../../provider/resources/project-fields.ts";
import { sensitiveTexts } from "../../provider/resources/sensitive-values.ts";
import { kebab, snake, type NamePart } from "./variable-name.ts";

/** Makes a reference to a variable that holds the text. `path` is the text's path in the field, `parts` name the variable. */
export type Refer = (text: string, path: Path, parts: readonly NamePart[]) => unknown;

/** The value of a project's field, with a reference for each text that is sensitive (provider/resources/sensitive-values.ts). */
export function withoutCredentials(field: string, value: unknown, refer: Refer): unknown {
  switch (field) {
    case "external_project_url":
      return typeof value === "string" && isSensitiveUrl(value) ? refer(value, [], [snake(field)]) : value;
    case "forwarded_headers":
      return Array.isArray(value) ? referToHeaders(value, refer) : value;
    case "override_cache":
      return Array.isArray(value) ? value.map((rule: unknown, index) => referInCacheRule(rule, index, refer)) : value;
    default:
      return value;
  }
}

/** A URL is one value of a file, so all of it is taken from a variable. */
function isSensitiveUrl(text: string): boolean {
  return sensitiveTexts(projectFields.external_project_url, text).length > 0;
}

/** Each header value may be a credential. An empty value is none, and a variable cannot be empty. */
function referToHeaders(list: readonly unknown[], refer: Refer): readonly unknown[] {
  const counts = new Map<string, number>();
  return list.map((header, index) => {
    if (!isObject(header) || typeof header["value"] !== "string") return header;
    const name = TEXT_FORMS.headerName(String(header["name"]));
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (header["value"] === "") return header;
    const parts = [kebab(count === 1 ? "header" : `header-${count}`), kebab(name)];
    return { ...header, value: refer(header["value"], [index, "value"], parts) };
  });
}

/** The conditions of a cache rule with texts of requests and responses. */
const CONDITIONS = ["request_headers", "request_cookies", "request_query_params", "response_headers"] as const;

function referInCacheRule(rule: unknown, index: number, refer: Refer): unknown {
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
      return [key, referToTexts(value, path, parts, refer)] as const;
    });
    kept[name] = { ...condition, values: Object.fromEntries(values) };
  }
  return { ...rule, conditions: kept };
}

function referToTexts(value: unknown, path: Path, parts: readonly NamePart[], refer: Refer): unknown {
  if (typeof value === "string") return value === "" ? value : refer(value, path, parts);
  const inside = (content: unknown, key: string | number): unknown =>
    referToTexts(content, [...path, key], [...parts, snake(String(key))], refer);
  if (Array.isArray(value)) return value.map(inside);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, content]) => [key, inside(content, key)]));
}
