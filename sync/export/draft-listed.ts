import { isAutomatic } from "../../core/resources/automatic-domain.ts";
import { CHILDREN, nameIn, type ChildTable } from "../../core/resources/children.ts";
import { compareText } from "../../core/resources/compare-text.ts";
import type { Fields } from "../../core/resources/json.ts";
import { SECTIONS, type ChildKind } from "../../core/resources/kind.ts";
import { isOthers } from "../../core/resources/owner.ts";
import { asType } from "../../core/resources/schema-walk.ts";
import type { View } from "../../core/reconcile/view.ts";
import { declarableValue } from "./draft-project.ts";
import type { ChildDraft, DraftContext } from "./draft.ts";

/** The objects of a kind in a project, as its list shows them. For a kind without fields that may be sensitive. */
export function draftListed(
  kind: ChildKind,
  view: View,
  projectId: string,
  { fields, isMinimal }: DraftContext,
): readonly ChildDraft[] {
  const { declared, key }: ChildTable = CHILDREN[kind];
  const { [key]: _name, ...others } = declared.shape;
  const section = SECTIONS[kind];
  const records: readonly Fields[] = view[section](projectId).filter(
    (live) => !isAutomatic(live) && !isOthers(kind, live, projectId),
  );
  const named = records.map((live) => [nameIn(kind, live), live] as const);
  return named
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([name, live]) => {
      for (const [field, schema] of Object.entries(others)) {
        const value = declarableValue(asType(schema), live[field], isMinimal);
        if (value !== undefined) fields.push({ path: [section, name, field], value });
      }
      return { name };
    });
}
