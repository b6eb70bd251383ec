import { z } from "zod";
import { isTooDeep, MAX_DEPTH } from "../api/records.ts";
import { InvalidRequestError } from "../api/errors.ts";
import { jsonIn } from "../resources/json.ts";
import type { Data } from "./record-fields.ts";
import { planItem, planRecord } from "./plan.ts";

const savedPlan = planRecord.pick({ format: true, origin: true, parents: true, guards: true }).extend({
  mode: z.string(),
  result: z.string(),
  items: z.array(planItem.pick({ kind: true, key: true, action: true, id: true, from: true, changes: true })),
});

/** A plan that `plan --out` saved, or `plan --json` printed. */
export type SavedPlan = Data<z.output<typeof savedPlan>>;

/** True if a text is the report of a plan, whatever became of it. */
export function isSavedPlan(text: string): boolean {
  return savedPlan.safeParse(jsonIn(text)).success;
}

/** True if what a report shows may be applied: only a plan that passed was shown as one that may. */
export function hasPassed({
  mode,
  result,
  guards = [],
}: Partial<Pick<SavedPlan, "mode" | "result" | "guards">>): boolean {
  return mode === "plan" && (result === "changes" || result === "no-changes") && guards.every(({ passed }) => passed);
}

/** Throws InvalidRequestError if the text is not a saved plan, or one that did not pass. */
export function readSavedPlan(name: string, text: string): SavedPlan {
  const remedy = `Save one with: projectsync plan --out ${name}`;
  const content = jsonIn(text);
  if (isTooDeep(content))
    throw new InvalidRequestError(`${name} is nested more than ${MAX_DEPTH} levels deep, so it is no plan. ${remedy}`);
  const { data } = savedPlan.safeParse(content);
  if (data === undefined)
    throw new InvalidRequestError(`${name} is not a plan of this version of projectsync. ${remedy}`);
  if (hasPassed(data)) return data;
  const what = data.mode === "plan" ? "a plan that did not pass" : "not the report of a plan";
  throw new InvalidRequestError(`${name} is ${what} (mode ${data.mode}, result ${data.result}). ${remedy}`);
}
