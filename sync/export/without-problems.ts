import { createRedaction } from "../../provider/api/redaction.ts";
import { leaveOutFields, secretsIn, variableIn, type Draft } from "./draft.ts";

/** The drafts without what no file can have, and without what holds a token of the run, or a secret of any draft that is no name. */
export function withoutProblems(drafts: readonly Draft[], tokens: readonly string[]): readonly Draft[] {
  const { add, addNames, redact } = createRedaction(tokens);
  // Also those of fields that are left out: another field may repeat them.
  add(drafts.flatMap(({ fields }) => secretsIn(fields).flatMap(({ value }) => value ?? [])));
  addNames(drafts.flatMap(namesIn));
  const holdsSecret = (value: unknown): boolean => textsIn(value).some((text) => redact(text) !== text);
  return drafts.map((draft) =>
    leaveOutFields(
      leaveOutFields(draft, ({ problem }) => problem),
      ({ value }) => (holdsSecret(value) ? "it holds the value of a secret." : undefined),
    ),
  );
}

/** Names, and the kind of project: a choice of a few words. */
function namesIn({ project: { record, organizationId, slug }, fields }: Draft): string[] {
  const inside = fields.flatMap(({ path: [section, name], value }) => {
    if (section === "project") return [];
    return name === undefined ? textsIn(value) : [String(name)];
  });
  return [organizationId, slug, record.id, ...textsIn(record["type"]), ...inside];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || variableIn(value) !== undefined) return [];
  return Object.values(value).flatMap(textsIn);
}
