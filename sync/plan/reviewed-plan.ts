import { digest } from "./digest.ts";
import { nameWrites } from "./name-writes.ts";
import { effectOf, isWritten, type Plan, type PlanItem, type Verdict } from "./plan.ts";

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

/** One digest per change of a plan without secrets. It covers the service, the object and the new values. */
export function effectDigests(plan: Plan): string[] {
  return plan.items.filter(isWritten).map((item) => digestOf(plan, item));
}

/** Refuses changes that the reviewed plan did not show, and notes them on their objects. Changes that have vanished are accepted. */
export function checkReviewedPlan(plan: Plan, redacted: Plan, reviewed: ReviewedPlan): Plan {
  const known = "effects" in reviewed ? reviewed.effects : new Set<string>();
  const unreviewed = new Set(
    redacted.items.flatMap((item, index) => (isWritten(item) && !known.has(digestOf(redacted, item)) ? [index] : [])),
  );
  const note = (item: PlanItem, index: number): PlanItem =>
    unreviewed.has(index) ? { ...item, notes: [...item.notes, "This change was not reviewed."] } : item;
  const unreviewedItems = plan.items.filter((_item, index) => unreviewed.has(index));
  return { ...plan, items: plan.items.map(note), guards: [...plan.guards, verdictOf(unreviewedItems, reviewed)] };
}

function verdictOf(items: readonly PlanItem[], reviewed: ReviewedPlan): Verdict {
  const guard = "plan-check";
  if (items.length === 0) return { guard, passed: true, message: "All changes were reviewed." };
  const names = nameWrites(items);
  const message =
    "missing" in reviewed
      ? `Refused: ${reviewed.missing} Changes: ${names}.`
      : `Refused: ${reviewed.place} does not show these changes: ${names}. ` +
        "Review them in a new pull request, or apply once without plan-check.";
  return { guard, passed: false, message };
}

function digestOf({ origin }: Plan, item: PlanItem): string {
  return digest([origin, ...effectOf(item)]);
}
