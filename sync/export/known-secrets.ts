import { pathText } from "../../provider/file/path.ts";
import { variableIn, type Draft, type DraftField } from "./draft.ts";

/** A shorter value is found in texts by chance. */
const SHORTEST = 8;

/**
 * The drafts without each field that holds the value of a secret of any draft, in clear. Names stay: plans and messages show them, so
 * a value that is part of a name is no secret.
 */
export function withoutKnownSecrets(drafts: readonly Draft[]): readonly Draft[] {
  const names = drafts.flatMap(namesIn);
  const known = new Set(drafts.flatMap(({ fields }) => fields.flatMap(valuesIn)));
  const secrets = [...known].filter((value) => value.length >= SHORTEST && !names.some((name) => name.includes(value)));
  const holdsSecret = ({ value }: DraftField): boolean =>
    textsIn(value).some((text) => secrets.some((secret) => text.includes(secret)));
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
