import { hadNoEffect } from "../../provider/api/errors.ts";
import { AmbiguousError, NotEmptyError, SecretAtRiskError } from "../../provider/resources/failures.ts";
import { GoneError } from "./converge.ts";
import { RenamedError } from "./recheck-project.ts";
import { MoveUndoneError } from "./move-errors.ts";
import type { PlanItem } from "../plan/plan.ts";

/**
 * `done`: carried out, and the service said so, or shows it. `partial`: created, and not as declared. `failed`: never sent,
 * or refused by the service. `unknown`: sent, and it is not certain that the service now has what is declared. `not-started`:
 * held back, because something it needs was not done, or the run was stopped.
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

/** Finds what became of an item; `undefined` where nothing was to be done. */
export function outcomes(applied: Applied | undefined): (item: PlanItem) => Outcome | undefined {
  const nameOf = ({ kind, key }: Pick<Outcome, "kind" | "key">): string => `${kind} ${key}`;
  const byName = new Map(applied?.outcomes.map((outcome) => [nameOf(outcome), outcome]));
  return (item) => byName.get(nameOf(item));
}

/** Errors of a write that was not sent. */
const REFUSED_HERE = [AmbiguousError, GoneError, NotEmptyError, RenamedError, SecretAtRiskError];

/** How sure it is that a write which ended in `error` had no effect. */
export function statusOf(error: unknown): "failed" | "unknown" {
  if (error instanceof MoveUndoneError) return statusOf(error.cause);
  if (REFUSED_HERE.some((kind) => error instanceof kind)) return "failed";
  return hadNoEffect(error) ? "failed" : "unknown";
}
