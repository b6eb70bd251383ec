import { createRedaction } from "../../core/text/redaction.ts";
import { secretsIn, variableIn, type Draft, type DraftField } from "./draft.ts";

/** The drafts, where each field has a problem that holds a token of the run, or the value of a secret of any draft that is not a name. */
export function withoutKnownSecrets(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const { add, addNames, redact } = createRedaction(tokens);
  add(drafts.flatMap(secretsIn).flatMap(({ value, parts = [], hidden }) => (hidden ? [] : [value, ...parts])));
  addNames(drafts.flatMap(namesIn));
  const check = (field: DraftField): DraftField =>
    field.problem === undefined && textsIn(field.value).some((text) => redact(text) !== text)
      ? { ...field, problem: "it holds the value of a secret." }
      : field;
  return drafts.map((draft) => ({ ...draft, fields: draft.fields.map(check) }));
}

function namesIn({ project, sections }: Draft): string[] {
  const { record, organizationId, slug } = project;
  const type = typeof record["type"] === "string" ? [record["type"]] : [];
  const children = Object.values(sections).flatMap((each) => each.map(({ name }) => name));
  return [organizationId, slug, record.id, ...type, ...children];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || variableIn(value) !== undefined) return [];
  return Object.values(value).flatMap(textsIn);
}
