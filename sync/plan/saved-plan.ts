import { z } from "zod";
import { InvalidRequestError } from "../../provider/api/errors.ts";
import type { Data } from "./field.ts";
import { planItem, planRecord } from "./plan.ts";

const savedPlan = planRecord.pick({ format: true, origin: true }).extend({
  items: z.array(planItem.pick({ kind: true, key: true, action: true, id: true, from: true, changes: true })),
});

/** A plan that `plan --out` saved, or `plan --json` printed. */
export type SavedPlan = Data<z.output<typeof savedPlan>>;

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

/** Throws InvalidRequestError if the text is not a saved plan. */
export function readSavedPlan(name: string, text: string): SavedPlan {
  const { data } = savedPlan.safeParse(parsed(text));
  if (data !== undefined) return data;
  const remedy = `Save one with: projectsync plan --out ${name}`;
  throw new InvalidRequestError(`${name} is not a plan of this version of projectsync. ${remedy}`);
}
