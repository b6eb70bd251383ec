import { nameList } from "../resources/name-list.ts";
import { canonical } from "../resources/canonical.ts";
import { fieldOf } from "../resources/project-fields.ts";
import {
  digest,
  effectOf,
  isWritten,
  projectIds,
  projectOf,
  withNote,
  type Plan,
  type PlanItem,
  type Verdict,
} from "./plan.ts";
import type { SavedPlan } from "./saved-plan.ts";

/** The plan that reviewers saw before. */
export interface ReviewedPlan {
  /** The `effect` of each change that they saw, and that was neither made nor shown differently since. */
  readonly effects: ReadonlySet<string>;
  /** Where it was shown, or why nothing counts: sentences. */
  readonly lookedAt: string;
}

/** A change as a digest: what it does, and to which object. */
export interface ShownChange {
  /** Covers the service and the object. Short: if two objects have the same, a change of one is refused. */
  readonly object: string;
  /** Covers the service, the object, and the live and new values. */
  readonly effect: string;
}

export const DIGEST = 22;
/** Characters of an `object`. */
export const OBJECT = 8;

/** Each change of a plan without secrets. */
export function shownChanges(plan: Plan): ReadonlyMap<PlanItem, ShownChange> {
  const ids = projectIds(plan);
  const shown = (item: PlanItem): ShownChange => ({
    object: digest([plan.origin, item.kind, item.key]).slice(0, OBJECT),
    effect: digestOf(plan, item, ids),
  });
  return new Map(plan.items.filter(isWritten).map((item) => [item, shown(item)]));
}

/** Refuses changes that no reviewer saw, and notes them on their objects. Changes that have vanished are accepted. */
export function checkReviewedPlan(plan: Plan, redacted: Plan, { effects, lookedAt }: ReviewedPlan): Plan {
  const isSeen = isKnown(redacted, (item, ids) => effects.has(digestOf(redacted, item, ids)));
  const isNew = (item: PlanItem): boolean => isWritten(item) && !isSeen(item);
  const unreviewed = new Set(plan.items.filter((item, index) => isNew(redacted.items[index] ?? item)));
  const verdict =
    unreviewed.size === 0
      ? planCheck(true, "All changes were reviewed.")
      : planCheck(
          false,
          `Refused: no comment showed these changes: ${nameWrites([...unreviewed])}. ${lookedAt} ` +
            "Review them in a new pull request with this step and label (a smaller one, or with `only`, if its comment has no room for them), or apply once without plan-check.",
        );
  const note = (item: PlanItem): PlanItem =>
    unreviewed.has(item) ? withNote(item, "This change was not reviewed.") : item;
  return { ...plan, items: plan.items.map(note), guards: [...plan.guards, verdict] };
}

/**
 * Refuses a plan for another service, and changes that differ from the saved plan. The organization is a part of each key.
 * Changes of the saved plan that are no longer needed are accepted.
 */
export function checkSavedPlan(plan: Plan, saved: SavedPlan): Verdict {
  if (saved.origin !== plan.origin) {
    return planCheck(
      false,
      `The saved plan was made for ${saved.origin}, and this run uses ${plan.origin}. ` +
        "Create a plan for this service and review it.",
    );
  }
  const before = projectIds(saved);
  const known = new Set(saved.items.map((item) => digestOf(saved, item, before)));
  const isSaved = isKnown(plan, (item, ids) => known.has(digestOf(plan, item, ids)));
  const different = plan.items.filter((item) => isWritten(item) && !isSaved(item));
  if (different.length === 0) return planCheck(true, "All changes are in the saved plan.");
  return planCheck(
    false,
    `Changes differ from the saved plan: ${nameWrites(different)}. Create a new plan and review it.`,
  );
}

function planCheck(passed: boolean, message: string): Verdict {
  return { guard: "plan-check", passed, message };
}

/** True if an item was there before: in the same project, or in one that was yet to be created. */
function isKnown(
  plan: Plan,
  isThere: (item: PlanItem, ids: ReadonlyMap<string, string>) => boolean,
): (item: PlanItem) => boolean {
  const ids = projectIds(plan);
  // The project that a host name moves from was there.
  const withoutOwn = (item: PlanItem): ReadonlyMap<string, string> =>
    new Map([...ids].filter(([key]) => key !== projectOf(item)));
  return (item) => isThere(item, ids) || isThere(item, withoutOwn(item));
}

/** Also covers what the live values mean: a difference shows only what changes of them. */
function digestOf(
  { origin }: Pick<Plan, "origin">,
  item: Omit<PlanItem, "source" | "reason" | "cause" | "notes">,
  ids: ReadonlyMap<string, string>,
): string {
  const live = item.changes.map(({ path, from }) => {
    const field = fieldOf(path);
    // As it is shown: what is hidden is a text there.
    const shown: unknown = JSON.parse(JSON.stringify(from));
    return field === undefined ? shown : canonical(field, shown);
  });
  return digest([origin, ...effectOf(item, ids), live]);
}

/** The actions of items, such as `create project org_1/a, delete domain org_1/a/b.example.com`. */
function nameWrites(items: readonly PlanItem[]): string {
  return nameList(items.map(({ action, kind, key }) => `${action} ${kind} ${key}`));
}
