import { DEFAULT_MAX_DELETES, type PlanOptions } from "./options.ts";
import type { PlanItem, Verdict } from "./plan.ts";

/** Refuses a plan with more deletions than `max-deletes`: a file emptied by mistake must not empty the service. */
export function deletionGuard(items: readonly PlanItem[], { maxDeletes = DEFAULT_MAX_DELETES }: PlanOptions): Verdict {
  const deletes = items.filter(({ action }) => action === "delete").length;
  const passed = deletes <= maxDeletes;
  const message = passed
    ? `${deletes} of ${maxDeletes} allowed deletions.`
    : `Refused: ${deletes} ${deletes === 1 ? "deletion exceeds" : "deletions exceed"} the limit of ${maxDeletes}. If intended, set max-deletes to ${deletes}.`;
  return { guard: "max-deletes", passed, message };
}
