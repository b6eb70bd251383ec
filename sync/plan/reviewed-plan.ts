import { canonical } from "../../provider/resources/canonical.ts";
import { fieldOf } from "../../provider/resources/project-fields.ts";
import { digest, effectOf, isWritten, withNote, type Plan, type PlanItem, type Verdict } from "./plan.ts";
import type { SavedPlan } from "./saved-plan.ts";

/** The plan that somebody reviewed. */
export type ReviewedPlan =
  | {
      /** Where the plan was shown, such as `the comment on pull request 7`. */
      readonly place: string;
      /** The digest of each change, as `effectDigests` returns them. */
      readonly effects: ReadonlySet<string>;
    }
  | {
      /** Why no plan was reviewed, and what to do. */
      readonly missing: string;
    };

/** One digest per change of a plan without secrets. It covers the service, the object, and the live and new values. */
export function effectDigests(plan: Plan): ReadonlyMap<PlanItem, string> {
  return new Map(plan.items.filter(isWritten).map((item) => [item, digestOf(plan, item)]));
}

/** Refuses changes that the reviewed plan did not show, and notes them on their objects. Changes that have vanished are accepted. */
export function checkReviewedPlan(plan: Plan, redacted: Plan, reviewed: ReviewedPlan): Plan {
  const known = "effects" in reviewed ? reviewed.effects : new Set<string>();
  const isNew = (item: PlanItem): boolean => isWritten(item) && !known.has(digestOf(redacted, item));
  const unreviewed = new Set(redacted.items.flatMap((item, index) => (isNew(item) ? [index] : [])));
  const isUnreviewed = (_item: PlanItem, index: number): boolean => unreviewed.has(index);
  const names = nameWrites(plan.items.filter(isUnreviewed));
  const refusal =
    "missing" in reviewed
      ? `${reviewed.missing} Changes: ${names}.`
      : `${reviewed.place} does not show these changes: ${names}. ` +
        "Review them in a new pull request (a smaller one, or with `only`, if its comment has no room for them), or apply once without plan-check.";
  const verdict =
    unreviewed.size === 0 ? planCheck(true, "All changes were reviewed.") : planCheck(false, `Refused: ${refusal}`);
  const note = (item: PlanItem, index: number): PlanItem =>
    isUnreviewed(item, index) ? withNote(item, "This change was not reviewed.") : item;
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
  const known = new Set(saved.items.map((item) => JSON.stringify(effectOf(item))));
  const different = plan.items.filter((item) => isWritten(item) && !known.has(JSON.stringify(effectOf(item))));
  if (different.length === 0) return planCheck(true, "All changes are in the saved plan.");
  return planCheck(
    false,
    `Changes differ from the saved plan: ${nameWrites(different)}. Create a new plan and review it.`,
  );
}

function planCheck(passed: boolean, message: string): Verdict {
  return { guard: "plan-check", passed, message };
}

/** Also covers what the live values mean: a difference shows only what changes of them. */
function digestOf({ origin }: Plan, item: PlanItem): string {
  const live = item.changes.map(({ path, from }) => {
    const field = fieldOf(path);
    return field === undefined ? from : canonical(field, from);
  });
  return digest([origin, ...effectOf(item), live]);
}

/** More names hide the first ones. */
const MOST = 10;

/** What items do, such as `create project org_1/a, delete domain org_1/a/b.example.com`: at most ten, and how many more. */
function nameWrites(items: readonly PlanItem[]): string {
  const names = items.slice(0, MOST).map(({ action, kind, key }) => `${action} ${kind} ${key}`);
  return `${names.join(", ")}${items.length > MOST ? ` and ${items.length - MOST} more` : ""}`;
}
