import { STATUSES } from "../../core/reconcile/outcome.ts";
import type { Applied } from "./outcome.ts";
import { ACTIONS, type Action, type Plan } from "../../core/plan/plan.ts";

const ACTION_WORDS: Readonly<Record<Action, string>> = {
  create: "to create",
  update: "to update",
  move: "to move",
  delete: "to delete",
  blocked: "blocked",
  unmanaged: "unmanaged",
  unchanged: "unchanged",
};

/** The counts of a plan, such as `2 to create, 1 unchanged, 5 left out by only`. Zeros are left out. */
export function formatPlanCounts({
  counts,
  leftOut = 0,
  ignored = 0,
  unset = 0,
  hidden = 0,
}: Pick<Plan, "counts" | "leftOut" | "ignored" | "unset" | "hidden">): string {
  return formatCounts([
    ...ACTIONS.map((action) => [counts[action], ACTION_WORDS[action]] as const),
    [leftOut, "left out by only"],
    [ignored, "ignored"],
    [unset, `${unset === 1 ? "value" : "values"} unset`],
    [hidden, `${hidden === 1 ? "value" : "values"} hidden`],
  ]);
}

/** How few fields are managed, such as `2 projects manage 6 of their 50 fields; …`. `undefined` if no project manages few. */
export function formatFewFields({ fewFields }: Pick<Plan, "fewFields">): string | undefined {
  if (fewFields === undefined) return undefined;
  const { projects, managed, known } = fewFields;
  const who = projects === 1 ? "1 project manages" : `${projects} projects manage`;
  return `${who} ${managed} of ${projects === 1 ? "its" : "their"} ${known} fields; projectsync export writes all of them.`;
}

/** The counts of what was applied and what the plan blocked, such as `3 done, 1 not started, 1 blocked`. Zeros are left out. */
export function formatOutcomeCounts({ counts }: Pick<Applied, "counts">, blocked: number): string {
  const outcomes = STATUSES.map((status) => [counts[status], status.replace("-", " ")] as const);
  return formatCounts([...outcomes, [blocked, "blocked"]]);
}

/** Such as `3 done, 1 blocked`. Zeros are left out. */
export function formatCounts(counts: readonly (readonly [number: number, words: string])[]): string {
  const parts = counts.filter(([number]) => number > 0).map(([number, words]) => `${number} ${words}`);
  return parts.join(", ");
}
