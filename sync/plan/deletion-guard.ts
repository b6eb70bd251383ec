import { DEFAULT_MAX_DELETES, type PlanOptions } from "./options.ts";
import type { PlanItem, Verdict } from "./plan.ts";
import type { ProjectWork } from "./work.ts";

/**
 * Refuses a plan with more deletions than `max-deletes`: a file emptied by mistake must not empty the service. A share counts the
 * live objects that the run covers, and is rounded down.
 */
export function deletionGuard(
  work: readonly ProjectWork[],
  items: readonly PlanItem[],
  { maxDeletes = DEFAULT_MAX_DELETES }: PlanOptions,
): Verdict {
  const deletes = items.filter(({ action }) => action === "delete").length;
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
    ? `${deletes} of ${allowed} allowed deletions${share}.`
    : `Refused: ${deletes} ${deletes === 1 ? "deletion exceeds" : "deletions exceed"} the limit of ${allowed}${share}. If intended, set max-deletes to ${deletes}.`;
  return { guard: "max-deletes", passed, message };
}

/**
 * The live objects that a run covers: its projects, and what is live in the sections that their files declare, unmanaged objects
 * included. In a project that could not be read only the project itself counts.
 */
function countLive(work: readonly ProjectWork[]): number {
  const projects = work.filter(({ live, isLeftOut }) => live !== undefined && isLeftOut !== true);
  const children = work.flatMap((project) => project.children);
  // A domain that moves is live in the project that it leaves.
  const isLive = (child: (typeof children)[number]): boolean =>
    child.live !== undefined || (child.kind === "domain" && child.from !== undefined);
  return projects.length + children.filter(isLive).length;
}
