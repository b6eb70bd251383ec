import { z } from "zod";
import { schemaAt, takesMap, unwrap, type Path } from "../../core/resources/schema-walk.ts";
import { pathText } from "../../core/file/position.ts";
import { hasMask } from "../../core/resources/component/masked-settings.ts";
import { TEXT_FORMS } from "../../core/resources/canonical-forms.ts";
import { isObject, itemsOf } from "../../core/resources/json.ts";
import { declaredProject, fieldOf } from "../../core/resources/project-fields.ts";
import { valueOf, type Snapshot } from "../../core/reconcile/snapshot.ts";
import { mapAll, type View } from "../../core/reconcile/snapshot-view.ts";
import { secretsInLists, secretsOfComponent } from "../../core/reconcile/undeclared-secrets.ts";
import { isSensitiveAt, sensitiveTexts } from "../../core/resources/sensitive-values.ts";
import { type DraftField, type DraftSecret, secretsIn, variableIn, type FileDraft } from "./draft.ts";
import { kebab, snake, type NamePart, type NameVariable } from "./variable-name.ts";
import { createRedaction } from "../../core/text/redaction.ts";

/** A field of a project, with a reference for each text that is sensitive (core/resources/sensitive-values.ts). `path`: in the project. */
export function withoutCredentials(
  path: Path,
  schema: z.ZodType,
  value: unknown,
  nameVariable: NameVariable,
): DraftField {
  const secrets: DraftSecret[] = [];
  let hasNumber = false;
  const refer = (content: unknown, at: Path): unknown => {
    if (Array.isArray(content)) return content.map((item: unknown, index) => refer(item, [...at, index]));
    if (isObject(content)) {
      return Object.fromEntries(Object.entries(content).map(([name, each]) => [name, refer(each, [...at, name])]));
    }
    if (!isSensitive(content, at)) return content;
    hasNumber ||= typeof content === "number";
    if (typeof content !== "string") return content;
    const name = nameVariable(partsOf(at, value));
    const parts = at.length === 1 ? sensitiveTexts(schema, content) : [];
    secrets.push({ name, path: pathText(["project", ...at]), value: content, parts, hidden: hasMask(content) });
    // No file takes a text in place of a list or a map. Another field may repeat it.
    return takesText(schemaAt(declaredProject, at)) ? { secret: name } : content;
  };
  const field = { path: ["project", ...path], value: refer(value, path), secrets };
  // The service masks only secrets: a cookie can be named `***`.
  if (Array.isArray(value) && secrets.some(({ hidden }) => hidden)) {
    return { ...field, problem: "the service hides a value in it, and a list is managed whole." };
  }
  if (!hasNumber || !schema.safeParse(value).success) return field;
  return { ...field, problem: "it holds a sensitive number. A secret is always text." };
}

/** An empty text is not sensitive, and a variable cannot be empty. A URL is one value of a file: it is sensitive if a part of it is. */
export function isSensitive(value: unknown, path: Path): boolean {
  if (value === "" || (typeof value !== "string" && typeof value !== "number")) return false;
  const field = path.length === 1 ? fieldOf(String(path[0])) : undefined;
  return field === undefined ? isSensitiveAt(declaredProject, path) : sensitiveTexts(field, value).length > 0;
}

function takesText(schema: z.ZodType | undefined): boolean {
  return schema === undefined || !(takesMap(schema) || unwrap(schema) instanceof z.ZodArray);
}

/** Parts that name the variable of the text at a path of a project. `value`: of the whole field. */
function partsOf(path: Path, value: unknown): NamePart[] {
  const [field, index] = path;
  if (field === "forwarded_headers") return headerParts(itemsOf(value).slice(0, Number(index) + 1));
  if (field !== "override_cache") return path.map((part) => snake(String(part)));
  // Such as `override_cache`, 0, `conditions`, `request_headers`, `values`, `x-key`.
  const isHeader = String(path[3]).endsWith("_headers");
  const parts = path.map((part, depth) => (isHeader && depth === 5 ? kebab(String(part)) : snake(String(part))));
  return [snake("cache"), ...parts.filter((_part, depth) => depth === 1 || depth === 3 || depth > 4)];
}

/** The name of the last header, and its number if there are several of that name. */
function headerParts(headers: readonly unknown[]): NamePart[] {
  const names = headers.filter(isObject).map(({ name }) => TEXT_FORMS.headerName(String(name)));
  const name = names.at(-1) ?? "";
  const count = names.filter((other) => other === name).length;
  return [kebab(count <= 1 ? "header" : `header-${count}`), kebab(name)];
}

/** The texts that are or may be secrets in the lists of projects, and in components that are in no draft. Reads what is needed to know them. */
export function undraftedSecrets(drafts: readonly FileDraft[], view: View, snapshot: Snapshot): string[] {
  const drafted = new Set(drafts.flatMap(({ componentIds }) => componentIds));
  const ofComponents = mapAll([...snapshot.components], ([projectId, reading]) => {
    const others = (valueOf(reading) ?? []).filter(({ id }) => !drafted.has(id));
    return mapAll(others, (each) => secretsOfComponent(view, projectId, each)).flat();
  });
  return [...secretsInLists(snapshot), ...ofComponents.flat()];
}

/** The drafts, where each field has a problem that holds a token of the run, or a secret that is not a name: of any draft, or one of `others`. */
export function withoutKnownSecrets(
  drafts: readonly FileDraft[],
  tokens: readonly string[],
  others: readonly string[],
): readonly FileDraft[] {
  const { add, addNames, redact } = createRedaction(tokens);
  add(others);
  add(drafts.flatMap(secretsIn).flatMap(({ value, parts = [], hidden }) => (hidden ? [] : [value, ...parts])));
  addNames(drafts.flatMap(namesIn));
  const check = (field: DraftField): DraftField =>
    field.problem === undefined && textsIn(field.value).some((text) => redact(text) !== text)
      ? { ...field, problem: "it holds the value of a secret." }
      : field;
  return drafts.map((draft) => ({ ...draft, fields: draft.fields.map(check) }));
}

function namesIn({ project, sections }: FileDraft): string[] {
  const { record, organizationId, slug } = project;
  // Any other text is no name of a type.
  const type =
    typeof record["type"] === "string" && fieldOf("type")?.safeParse(record["type"]).success === true
      ? [record["type"]]
      : [];
  const children = Object.values(sections).flatMap((each) => each.map(({ name }) => name));
  return [organizationId, slug, record.id, ...type, ...children];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null || variableIn(value) !== undefined) return [];
  return Object.values(value).flatMap(textsIn);
}
