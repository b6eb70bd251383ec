import { DEFAULT_MAX_DELETES, type PlanOptions } from "./options.ts";
import type { PlanItem, Verdict } from "./plan.ts";

/** Checked before the first write: a file emptied by mistake must not empty the service. */
export function deletionGuard(items: readonly PlanItem[], { maxDeletes = DEFAULT_MAX_DELETES }: PlanOptions): Verdict {
  const deletes = items.filter(({ action }) => action === "delete").length;
  const passed = deletes <= maxDeletes;
  const message = passed
    ? `${deletes} of at most ${maxDeletes} deletions`
    : `${deletes} deletions, and max-deletes allows ${maxDeletes}: nothing is applied. If they are meant, raise max-deletes.`;
  return { guard: "max-deletes", passed, message };
}
