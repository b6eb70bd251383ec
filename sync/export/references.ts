import type { z } from "zod";
import type { Path } from "../../provider/resources/schema-walk.ts";
import { TEXT_FORMS } from "../../provider/resources/forms.ts";
import { isObject, itemsOf } from "../../provider/resources/json.ts";
import { fieldOf, declaredProject } from "../../provider/resources/project-fields.ts";
import { isSensitiveAt, sensitiveTexts } from "../../provider/resources/sensitive-values.ts";
import { hasMask } from "../../provider/resources/component/mask.ts";
import type { DraftField, DraftSecret } from "./draft.ts";
import { kebab, snake, type NamePart, type NameVariable } from "./variable-name.ts";

/**
 * The value of a project's field, with a reference for each text that is sensitive (provider/resources/sensitive-values.ts). A value that
 * no file can have stays as it is. `path`: in the project.
 */
export function withReferences(path: Path, schema: z.ZodType, value: unknown, nameVariable: NameVariable): DraftField {
  if (!schema.safeParse(value).success) return { path: ["project", ...path], value };
  const secrets: DraftSecret[] = [];
  let hasNumber = false;
  const refer = (content: unknown, at: Path): unknown => {
    if (Array.isArray(content)) return content.map((item: unknown, index) => refer(item, [...at, index]));
    if (isObject(content)) {
      return Object.fromEntries(Object.entries(content).map(([name, each]) => [name, refer(each, [...at, name])]));
    }
    if (!isSensitive(content, at)) return content;
    if (typeof content !== "string") {
      hasNumber = true;
      return content;
    }
    const name = nameVariable(partsOf(at, value));
    secrets.push({ name, path: ["project", ...at], value: content });
    return { secret: name };
  };
  const referring = { path: ["project", ...path], value: refer(value, path), secrets };
  if (secrets.some((secret) => hasMask(secret.value))) {
    return { ...referring, problem: "the service hides a value in it, and a list is managed whole." };
  }
  return hasNumber ? { ...referring, problem: "it holds a sensitive number. A variable holds only text." } : referring;
}

/** An empty text is not sensitive, and a variable cannot be empty. A URL is one value of a file: it is sensitive if a part of it is. */
function isSensitive(value: unknown, path: Path): boolean {
  if (value === "" || (typeof value !== "string" && typeof value !== "number")) return false;
  const [name, ...inside] = path;
  const field = inside.length === 0 ? fieldOf(String(name)) : undefined;
  return field === undefined ? isSensitiveAt(declaredProject, path) : sensitiveTexts(field, value).length > 0;
}

/** What names the variable of the text at a path of a project. `value`: of the whole field. */
function partsOf(path: Path, value: unknown): NamePart[] {
  const [field, index] = path;
  if (field === "forwarded_headers") return headerParts(value, Number(index));
  if (field !== "override_cache") return path.map((part) => snake(String(part)));
  const isHeader = String(path[3]).endsWith("_headers");
  // Such as `override_cache`, 0, `conditions`, `request_headers`, `values`, `x-key`.
  const parts = path.map((part, depth) => (isHeader && depth === 5 ? kebab(String(part)) : snake(String(part))));
  return [snake("cache"), ...parts.filter((_part, depth) => depth === 1 || depth === 3 || depth > 4)];
}

/** The header's name, and its number if there are several of that name. */
function headerParts(headers: unknown, index: number): NamePart[] {
  const names = itemsOf(headers)
    .slice(0, index + 1)
    .map((header) => TEXT_FORMS.headerName(String(isObject(header) ? header["name"] : header)));
  const name = names.at(-1) ?? "";
  const count = names.filter((other) => other === name).length;
  return [kebab(count <= 1 ? "header" : `header-${count}`), kebab(name)];
}
