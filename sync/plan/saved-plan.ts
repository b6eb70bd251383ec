import { z } from "zod";
import { isChange, effectOf, type Plan, type Verdict } from "./plan.ts";

const savedPlan = z.looseObject({
  format: z.literal(1),
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

/** A plan that `plan --json` printed. */
export type SavedPlan = z.infer<typeof savedPlan>;

/** Reads a saved plan. Throws an Error that says how to save one if the text is not a plan. */
export function readSavedPlan(name: string, text: string): SavedPlan {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON. Save a plan with: projectsync plan --json > ${name}`);
  }
  const parsed = savedPlan.safeParse(content);
  if (!parsed.success)
    throw new Error(
      `${name} is not a plan of this version of projectsync. Save one with: projectsync plan --json > ${name}`,
    );
  return parsed.data;
}

/** Refuses changes that differ from the saved plan. Changes of the saved plan that are no longer needed are accepted. */
export function checkSavedPlan(plan: Plan, saved: SavedPlan): Verdict {
  const savedEffects = new Set(saved.items.map((item) => JSON.stringify(effectOf(item))));
  const different = plan.items.filter((item) => isChange(item) && !savedEffects.has(JSON.stringify(effectOf(item))));
  if (different.length === 0) {
    return { guard: "plan-check", passed: true, message: "All changes are in the saved plan." };
  }
  const names = different.slice(0, 10).map(({ action, kind, key }) => `${action} ${kind} ${key}`);
  const more = different.length > names.length ? ` and ${different.length - names.length} more` : "";
  return {
    guard: "plan-check",
    passed: false,
    message: `Changes differ from the saved plan: ${names.join(", ")}${more}. Create a new plan and review it.`,
  };
}
