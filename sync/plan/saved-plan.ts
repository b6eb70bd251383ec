import { z } from "zod";
import { InvalidRequestError } from "../../provider/api/errors.ts";
import type { Data } from "./field.ts";
import { planItem, planRecord } from "./plan.ts";

const savedPlan = planRecord.pick({ format: true, origin: true }).extend({
  items: z.array(planItem.pick({ kind: true, key: true, action: true, id: true, from: true, changes: true })),
});

/** A plan that `plan --out` saved, or `plan --json` printed. */
export type SavedPlan = Data<z.output<typeof savedPlan>>;

/** Whether a text is a saved plan. */
export function isSavedPlan(text: string): boolean {
  return savedPlan.safeParse(parsed(text)).success;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a saved plan. Throws InvalidRequestError, which says how to save one if the text is not a plan. */
export function readSavedPlan(name: string, text: string): SavedPlan {
  const content = parsed(text);
  if (content === undefined) {
    throw new InvalidRequestError(`${name} is not JSON. Save a plan with: projectsync plan --out ${name}`);
  }
  const plan = savedPlan.safeParse(content);
  if (plan.success) return plan.data;
  const what = savedPlan.omit({ origin: true }).safeParse(content).success
    ? "does not name the service that it was made for"
    : "is not a plan of this version of projectsync";
  throw new InvalidRequestError(`${name} ${what}. Save one with: projectsync plan --out ${name}`);
}
