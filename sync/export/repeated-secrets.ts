import { z } from "zod";
import type { Path } from "../../provider/resources/schema-walk.ts";
import { child, isKey, takesMap, unwrap } from "../../provider/resources/schema-walk.ts";
import { componentSchema, projectSchema } from "../../provider/file/schema.ts";
import { type Fields, isObject } from "../../provider/resources/json.ts";
import { variableIn, type Draft, type DraftSecret } from "./draft.ts";
import { componentParts, snake, variablesOf, type Part } from "./variable.ts";

/** Shorter ones are in texts that have nothing to do with them, as in a redaction. */
const SHORTEST = 8;

/**
 * No file says in clear what this or another one takes from a variable: a text that is the value of a secret, or holds it, is taken
 * from a variable too. Names stay (slugs, host names, settings): they are shown everywhere, so that what they hold is no secret.
 */
export function withoutRepeatedSecrets(drafts: readonly Draft[]): readonly Draft[] {
  const names = drafts.flatMap(namesIn);
  const known = new Set<string>();
  let hidden = drafts;
  // What is taken from a variable now may stand in other texts in its turn.
  for (;;) {
    const values = hidden.flatMap(({ secrets }) => secrets.flatMap(sought));
    const more = [...new Set(values)].filter(
      (value) => value.length >= SHORTEST && !known.has(value) && !names.some((name) => name.includes(value)),
    );
    if (more.length === 0) return hidden;
    for (const value of more) known.add(value);
    hidden = hidden.map((draft) => withoutTexts(draft, more));
  }
}

/** A header such as `x-env: production` is taken from a variable to be sure; the word is no secret all over the files for that. */
function sought({ path: [section], value }: DraftSecret): string[] {
  if (value === undefined) return [];
  return section === "project" && /^\p{L}+$/u.test(value) ? [] : [value];
}

function namesIn({ data }: Draft): string[] {
  const { organization_id, slug, id } = data.project;
  const names = [organization_id, slug, id, ...Object.keys(data.components ?? {}), ...(data.domains ?? [])];
  return names.filter((name) => typeof name === "string");
}

function withoutTexts(draft: Draft, values: readonly string[]): Draft {
  const variable = variablesOf(draft.project);
  const secrets: DraftSecret[] = [];
  const visit: Visit = (text, path, parts) => {
    if (!values.some((value) => text.includes(value))) return text;
    const name = variable(parts);
    secrets.push({ name, path, value: text, trial: text });
    return { secret: name };
  };
  const { project, components } = draft.data;
  const data = {
    ...draft.data,
    project: eachField(project, projectSchema, ["project"], [], visit),
    ...(components === undefined ? {} : { components: eachComponent(components, visit) }),
  };
  return secrets.length === 0 ? draft : { ...draft, data, secrets: [...draft.secrets, ...secrets] };
}

/** What stands in the place of a text. `parts`: what tells the text from others of its project. */
type Visit = (text: string, path: Path, parts: readonly Part[]) => unknown;

function eachComponent(components: Readonly<Record<string, Fields>>, visit: Visit): Record<string, Fields> {
  const entries = Object.entries(components).map(([name, { settings, ...fields }]) => {
    const path = ["components", name, "settings"];
    const schema = child(componentSchema, "settings");
    const kept = isObject(settings) ? eachField(settings, schema, path, componentParts(name), visit) : settings;
    return [name, settings === undefined ? fields : { ...fields, settings: kept }] as const;
  });
  return Object.fromEntries(entries);
}

function eachField(
  fields: Fields,
  schema: z.ZodType | undefined,
  path: Path,
  parts: readonly Part[],
  visit: Visit,
): Fields {
  const entries = Object.entries(fields).map(([name, content]) => {
    return [name, eachText(content, child(schema, name), [...path, name], [...parts, snake(name)], visit)] as const;
  });
  return Object.fromEntries(entries);
}

/** Names of objects, and words of the service, can be no reference. */
function eachText(
  value: unknown,
  schema: z.ZodType | undefined,
  path: Path,
  parts: readonly Part[],
  visit: Visit,
): unknown {
  if (typeof value === "string") {
    const isWord = schema !== undefined && unwrap(schema) instanceof z.ZodEnum;
    return isKey(schema) || isWord ? value : visit(value, path, parts);
  }
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      eachText(item, child(schema, index), [...path, index], [...parts, snake(String(index))], visit),
    );
  }
  if (!isObject(value) || (!takesMap(schema) && variableIn(value) !== undefined)) return value;
  return eachField(value, schema, path, parts, visit);
}
