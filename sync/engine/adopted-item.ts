import type { DeclaredComponent } from "../../provider/resources/component/declared.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { secretsAtRisk } from "../../provider/resources/component/settings.ts";
import { explainRisk } from "../../provider/resources/failures.ts";
import { redactChanges } from "../plan/changes.ts";
import { componentNotes } from "../plan/component-notes.ts";
import type { PlanItem } from "../plan/plan.ts";
import type { ChildWork } from "../plan/work.ts";

/**
 * The item of an object that the stack adopts. The stack will remember the secrets of a component, so it sends those that the
 * service hides: nothing tells which they are. `inFiles`: the components as the files write them, by key.
 */
export function adoptedItem(
  item: PlanItem,
  work: ChildWork | undefined,
  inFiles: ReadonlyMap<string, DeclaredComponent>,
): PlanItem {
  if (item.kind !== "component" || work?.kind !== "component" || work.declared === undefined || work.live === undefined)
    return withNote(item, "The stack adopts it.");
  const { declared, live, knowledge } = work;
  const policy = { rewriteSecrets: true };
  const shown = new Set(item.changes.map(({ path }) => path));
  const hidden = componentKind(knowledge, policy)
    .compare(declared, live)
    .filter(({ path }) => !shown.has(path));
  if (hidden.length === 0) return withNote(item, "The stack adopts it.");
  const atRisk = secretsAtRisk(declared.settings, live, knowledge);
  if (atRisk.length > 0)
    return { ...item, action: "blocked", reason: `The stack would adopt it, but ${explainRisk(atRisk)}` };
  const changes = [...item.changes, ...redactChanges(hidden, () => true)];
  const notes = componentNotes(inFiles.get(item.key) ?? declared, declared, live, knowledge, policy);
  return withNote({ ...item, action: "update", changes, notes }, ADOPTED);
}

function withNote(item: PlanItem, text: string): PlanItem {
  return { ...item, notes: [...item.notes, text] };
}

const ADOPTED =
  "The stack adopts it, and sends the secrets that the service hides: whether they are the declared ones is not known.";
