import { z } from "zod";
import { isChange, meaningOf, type Plan, type Verdict } from "./plan.ts";

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
/** What `plan --json` printed. */
export type SavedPlan = z.infer<typeof savedPlan>;

/** Reads a plan that was printed as JSON. Throws an Error that says what to do where it is none. */
export function readSavedPlan(name: string, text: string): SavedPlan {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON; save a plan with \`projectsync plan --json > ${name}\`.`);
  }
  const parsed = savedPlan.safeParse(content);
  if (!parsed.success)
    throw new Error(`${name} is no plan; save one with \`projectsync plan --json > ${name}\`, with this version.`);
  return parsed.data;
}

/** Refuses changes that the saved plan did not show; that some of those it showed are not to be made any more is fine. */
export function checkSavedPlan(plan: Plan, saved: SavedPlan): Verdict {
  const shown = new Set(saved.items.map((item) => JSON.stringify(meaningOf(item))));
  const others = plan.items.filter((item) => isChange(item) && !shown.has(JSON.stringify(meaningOf(item))));
  if (others.length === 0) {
    return { guard: "plan-check", passed: true, message: "Nothing is to be done that the saved plan does not show." };
  }
  const names = others.slice(0, 10).map(({ action, kind, key }) => `${action} ${kind} ${key}`);
  const more = others.length > names.length ? ` and ${others.length - names.length} more` : "";
  return {
    guard: "plan-check",
    passed: false,
    message: `The saved plan does not show, or shows otherwise: ${names.join(", ")}${more}. Plan again, and look at it.`,
  };
}
