import { createRedaction } from "../../provider/api/redaction.ts";
import { pathText } from "../../provider/file/path.ts";
import { variableIn, type Draft, type DraftField } from "./draft.ts";

/** The drafts without each field that holds a token of the run, or the value of a secret of any draft that is not a name. */
export function withoutKnownSecrets(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const { add, addNames, redact } = createRedaction(tokens);
  add(drafts.flatMap(({ fields, leftOutSecrets = [] }) => [...fields.flatMap(valuesIn), ...leftOutSecrets]));
  addNames(drafts.flatMap(namesIn));
  const holdsSecret = ({ value }: DraftField): boolean => textsIn(value).some((text) => redact(text) !== text);
  return drafts.map((draft) => {
    const leftOut = new Set(draft.fields.filter(holdsSecret));
    const notes = [...leftOut].map(({ path }) => `${pathText(path)} is left out: it holds the value of a secret.`);
    const fields = draft.fields.filter((field) => !leftOut.has(field));
    return { ...draft, fields, notes: [...draft.notes, ...notes] };
  });
}

function valuesIn({ secrets }: DraftField): string[] {
  return secrets.flatMap(({ value }) => value ?? []);
}

function namesIn({ project, components = {}, domains = [] }: Draft): string[] {
  const { record, organizationId, slug } = project;
  const type = typeof record["type"] === "string" ? [record["type"]] : [];
  return [organizationId, slug, record.id, ...type, ...Object.keys(components), ...domains];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || variableIn(value) !== undefined) return [];
  return Object.values(value).flatMap(textsIn);
}
