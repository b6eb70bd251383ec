import { NOT_ASKED } from "../../core/resources/catalogue.ts";
import { secretsAtRisk } from "../../core/resources/component/settings.ts";
import { explainRisk } from "../../core/resources/failures.ts";
import { componentNotes } from "../../core/plan/component-notes.ts";
import { blocked, withNote, type PlanItem, type PlannedChange } from "../../core/plan/plan.ts";
import type { PlannedChild } from "../../core/plan/planned-object.ts";

/**
 * The item of an object that the stack adopts. The stack will remember the secrets of a component, so it sends those that the
 * service hides: nothing tells which they are.
 */
export function adoptedItem(item: PlanItem, work: PlannedChild | undefined): PlanItem {
  const hidden = hiddenChanges(item, work);
  if (hidden.length === 0 || work?.kind !== "component") return withNote(item, "The stack adopts it.");
  const { declared, live, entry = NOT_ASKED } = work;
  const atRisk = live === undefined ? [] : secretsAtRisk(declared?.settings, live, entry);
  if (atRisk.length > 0) return blocked(item, `The stack would adopt it, but ${explainRisk(atRisk)}`);
  const changes = [...item.changes, ...hidden];
  const notes = componentNotes({ ...work, forceSecrets: true }, {}).map(({ text }) => text);
  return withNote({ ...item, action: "update", changes, notes }, ADOPTED);
}

/**
 * The item of a component that the stack has with other `settings`. An update for a setting that the service hides sends it.
 * Without any, the change of a setting sends all that the service hides.
 */
export function updatedItem(item: PlanItem, work: PlannedChild | undefined, settings: readonly string[]): PlanItem {
  if (settings.length === 0) return item;
  const hidden = hiddenChanges(item, work);
  const changed = hidden.filter(({ path }) => settings.includes(path));
  const more = changed.length > 0 || item.action === "update" ? changed : hidden;
  return more.length === 0 ? item : { ...item, action: "update", changes: [...item.changes, ...more] };
}

/** Fields that a comparison does not show, because the service hides them. */
function hiddenChanges({ changes }: PlanItem, work: PlannedChild | undefined): readonly PlannedChange[] {
  if (work?.kind !== "component") return [];
  const shown = new Set(changes.map(({ path }) => path));
  const hidden = (work.differences?.() ?? []).filter(({ path }) => !shown.has(path));
  return work.shown?.(hidden) ?? [];
}

const ADOPTED =
  "The stack adopts it, and sends the secrets that the service hides: whether they are the declared ones is not known.";
