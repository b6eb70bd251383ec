import type { Cause } from "../../provider/api/cause.ts";
import { hadNoEffect, isNotDeleted } from "../../provider/api/errors.ts";
import { AmbiguousError, NotEmptyError, SecretAtRiskError } from "../../provider/resources/failures.ts";
import { itemName, type Plan, type PlanItem } from "../plan/plan.ts";
import { GoneError } from "./converge.ts";
import { MoveUndoneError } from "./move-errors.ts";
import { RenamableError, RenamedError } from "./recheck-project.ts";
import { TakenError } from "./taken-name.ts";

/**
 * - `done`: the service confirmed the write, or shows it.
 * - `partial`: the object was written, and is not as declared, or lost a value that is not declared.
 * - `failed`: the write was never sent, or the service refused it.
 * - `unknown`: the write was sent, and it is not certain that the object is now as declared.
 * - `not-started`: something that the write needs was not done, or the run was stopped.
 */
export const STATUSES = ["done", "partial", "failed", "unknown", "not-started"] as const;
export type Status = (typeof STATUSES)[number];

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

/** Errors that this program throws instead of sending the write. */
const NOT_SENT = [AmbiguousError, GoneError, NotEmptyError, RenamableError, RenamedError, SecretAtRiskError];

/** The status of a write that ended in `error`: failed if it certainly had no effect, else unknown. A service that says that it deleted nothing is believed. */
export function statusOf(error: unknown): "failed" | "unknown" {
  if (error instanceof MoveUndoneError || error instanceof TakenError) return statusOf(error.cause);
  if (NOT_SENT.some((kind) => error instanceof kind)) return "failed";
  return hadNoEffect(error) || isNotDeleted(error) ? "failed" : "unknown";
}
