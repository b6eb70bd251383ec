import { DEFAULT_MAX_DELETES, type PlanOptions } from "./plan-options.ts";
import type { PlanItem, Verdict } from "./plan.ts";
import type { PlannedProject } from "./planned-object.ts";

/**
 * Refuses a plan with more deletions than `max-deletes`: a file emptied by mistake must not empty the service. A move counts: it takes
 * a host name from a project. A share counts the live objects that the run covers, and is rounded down.
 */
export function deletionGuard(
  work: readonly PlannedProject[],
  items: readonly PlanItem[],
  { maxDeletes = DEFAULT_MAX_DELETES }: PlanOptions,
): Verdict {
  const moves = items.filter(({ action }) => action === "move").length;
  const deletes = items.filter(({ action }) => action === "delete").length + moves;
  const [one, several] = moves === 0 ? ["deletion", "deletions"] : ["move", "deletions and moves"];
  const live = countLive(work);
  const [allowed, share] =
    typeof maxDeletes === "number"
      ? [maxDeletes, ""]
      : [
          Math.floor((live * maxDeletes.percent) / 100),
          ` (${maxDeletes.percent}% of ${live} live ${live === 1 ? "object" : "objects"})`,
        ];
  const passed = deletes <= allowed;
  const message = passed
    ? `${deletes} of ${allowed} allowed ${several}${share}.`
    : `Refused: ${deletes} ${deletes === 1 ? `${one} exceeds` : `${several} exceed`} the limit of ${allowed}${share}. If intended, set max-deletes to ${deletes}.`;
  return { guard: "max-deletes", passed, message };
}

/**
 * The live objects that a run covers: its projects, and what is live in the sections that their files declare, unmanaged objects
 * included, ignored ones not. In a project that could not be read only the project itself counts.
 */
function countLive(work: readonly PlannedProject[]): number {
  const projects = work.filter(({ live, isLeftOut }) => live !== undefined && isLeftOut !== true);
  const children = work.flatMap((project) => project.children).filter(({ isIgnored }) => isIgnored !== true);
  // A domain that moves is live in the project that it leaves.
  const isLive = (child: (typeof children)[number]): boolean =>
    child.live !== undefined || (child.kind === "domain" && child.from !== undefined);
  return projects.length + children.filter(isLive).length;
}
