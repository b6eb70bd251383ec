import type { Cause } from "../../provider/api/cause.ts";
import { STATUSES, type Status } from "../../provider/reconcile/outcome.ts";
import { itemName, type Plan, type PlanItem } from "../plan/plan.ts";

export { STATUSES, type Status };

/** What became of one item of a plan. */
export interface Outcome {
  readonly kind: PlanItem["kind"];
  readonly key: string;
  readonly action: PlanItem["action"];
  readonly id?: string | undefined;
  readonly source: PlanItem["source"];
  readonly status: Status;
  readonly message?: string | undefined;
  /** Why the service did not do it, if that is known. */
  readonly cause?: Cause | undefined;
}

export interface Applied {
  readonly counts: Readonly<Record<Status, number>>;
  readonly outcomes: readonly Outcome[];
}

export function assembleApplied(outcomes: readonly Outcome[]): Applied {
  const count = (wanted: Status): number => outcomes.filter(({ status }) => status === wanted).length;
  const counts = {
    done: count("done"),
    partial: count("partial"),
    failed: count("failed"),
    unknown: count("unknown"),
    "not-started": count("not-started"),
  };
  return { counts, outcomes };
}

/** What an engine says of a write that it did not end, with what is not known and what to do. */
export class StepError extends Error {
  override readonly name = "StepError";
}

/** Finds the outcome of an item; `undefined` if the item needed no write. */
export function outcomeFinder(applied: Applied | undefined): (item: PlanItem) => Outcome | undefined {
  const byName = new Map(applied?.outcomes.map((outcome) => [itemName(outcome), outcome]));
  return (item) => byName.get(itemName(item));
}

/** The items of a plan, and one for each outcome that the plan did not show. */
export function reportedItems({ items }: Pick<Plan, "items">, applied: Applied | undefined): readonly PlanItem[] {
  const planned = new Set(items.map(itemName));
  const others = (applied?.outcomes ?? []).filter((outcome) => !planned.has(itemName(outcome)));
  return [
    ...items,
    ...others.map(({ kind, key, action, id, source }) => ({ kind, key, action, id, source, changes: [], notes: [] })),
  ];
}
