import { z } from "zod";
import { InvalidRequestError } from "../../provider/api/errors.ts";
import { nameWrites } from "./name-writes.ts";
import { effectOf, isWritten, type Plan, type Verdict } from "./plan.ts";

const savedPlan = z.looseObject({
  format: z.literal(1),
  origin: z.string(),
  items: z.array(
    z.looseObject({
      kind: z.string(),
      key: z.string(),
      action: z.string(),
      id: z.string().optional(),
      from: z.string().optional(),
      changes: z.array(z.looseObject({ path: z.string(), to: z.unknown() })),
    }),
  ),
});

/** A plan that `plan --out` saved, or `plan --json` printed. */
export type SavedPlan = z.infer<typeof savedPlan>;

/** Reads a saved plan. Throws InvalidRequestError, which says how to save one if the text is not a plan. */
export function readSavedPlan(name: string, text: string): SavedPlan {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new InvalidRequestError(`${name} is not JSON. Save a plan with: projectsync plan --out ${name}`);
  }
  const parsed = savedPlan.safeParse(content);
  if (parsed.success) return parsed.data;
  const what = savedPlan.omit({ origin: true }).safeParse(content).success
    ? "does not name the service that it was made for"
    : "is not a plan of this version of projectsync";
  throw new InvalidRequestError(`${name} ${what}. Save one with: projectsync plan --out ${name}`);
}

/**
 * Refuses a plan for another service, and changes that differ from the saved plan. The organization is a part of each key.
 * Changes of the saved plan that are no longer needed are accepted.
 */
export function checkSavedPlan(plan: Plan, saved: SavedPlan): Verdict {
  if (saved.origin !== plan.origin) {
    const message =
      `The saved plan was made for ${saved.origin}, and this run uses ${plan.origin}. ` +
      "Create a plan for this service and review it.";
    return { guard: "plan-check", passed: false, message };
  }
  const savedEffects = new Set(saved.items.map((item) => JSON.stringify(effectOf(item))));
  const different = plan.items.filter((item) => isWritten(item) && !savedEffects.has(JSON.stringify(effectOf(item))));
  if (different.length === 0) {
    return { guard: "plan-check", passed: true, message: "All changes are in the saved plan." };
  }
  return {
    guard: "plan-check",
    passed: false,
    message: `Changes differ from the saved plan: ${nameWrites(different)}. Create a new plan and review it.`,
  };
}
