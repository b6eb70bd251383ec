import { z } from "zod";
import { STATUSES } from "../../core/reconcile/outcome.ts";
import { eachWord, count, type Data } from "../../core/plan/record-fields.ts";
import { cause, newItem, planItem, type Plan, type PlanItem } from "../../core/plan/plan.ts";
import { nameOf } from "../../core/reconcile/step.ts";

export const outcome = z.object({
  ...planItem.pick({ kind: true, key: true, action: true, id: true, source: true }).shape,
  status: z.enum(STATUSES),
  message: z.string().optional().describe("A detail of the outcome."),
  cause: cause.optional(),
});
/** The outcome of one item of a plan. `cause`: why the service did not do it, if that is known. */
export type ItemOutcome = Data<z.output<typeof outcome>>;

export const applied = z.object({
  counts: z.object(eachWord(STATUSES, () => count)),
  outcomes: z.array(outcome),
});
export type ApplySummary = Data<z.output<typeof applied>>;

export function assembleApplied(outcomes: readonly ItemOutcome[]): ApplySummary {
  const counts = eachWord(STATUSES, (each) => outcomes.filter(({ status }) => status === each).length);
  return { counts, outcomes };
}

/** An engine did not end a write. The message says what is not known, and what to do. */
export class StepError extends Error {
  override readonly name = "StepError";
}

/** Finds the outcome of an item; `undefined` if the item needed no write. */
export function outcomeFinder(applied: ApplySummary | undefined): (item: PlanItem) => ItemOutcome | undefined {
  const byName = new Map(applied?.outcomes.map((outcome) => [nameOf(outcome), outcome]));
  return (item) => byName.get(nameOf(item));
}

/** The items of a plan, and one for each outcome that the plan did not show. */
export function reportedItems({ items }: Pick<Plan, "items">, applied: ApplySummary | undefined): readonly PlanItem[] {
  const planned = new Set(items.map(nameOf));
  const others = (applied?.outcomes ?? []).filter((outcome) => !planned.has(nameOf(outcome)));
  return [...items, ...others.map(({ kind, key, action, id, source }) => newItem(kind, key, action, { id, source }))];
}
