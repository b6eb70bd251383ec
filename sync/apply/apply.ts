import pLimit from "p-limit";
import type { Client } from "../../provider/api/client.ts";
import type { AttachedDomain } from "../../provider/resources/await-domains.ts";
import { READ_DELAYS } from "../../provider/resources/settle.ts";
import { itemName, projectOf, refusals } from "../plan/plan.ts";
import type { Planned } from "../plan/planner.ts";
import type { ProjectWork } from "../plan/work.ts";
import { awaitListed, type Unlisted, type Written } from "./await-listed.ts";
import { deleteProject, type MovedName } from "./delete-project.ts";
import { assembleApplied, type Applied, type Outcome } from "./outcome.ts";
import { writeProject } from "./write-project.ts";
import { createWriter, type Writer } from "./writer.ts";

export interface ApplyOptions {
  /** Stops new writes; running ones are finished. */
  readonly signal?: AbortSignal;
  /** Receives each outcome as it comes. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** What an apply did. */
export interface ApplyResult {
  readonly applied: Applied;
  /** The domains that were attached, by the key of their items. */
  readonly attached: ReadonlyMap<string, AttachedDomain>;
}

/**
 * Projects that are written at the same time: more than requests may run at once (`--parallelism`), so that none of those waits for a
 * project. All together would be in memory with each request that they wait for.
 */
const PROJECTS_AT_ONCE = 100;

/**
 * Carries out a plan. The only writer. Projects run in parallel, children after their project. A project is deleted after the
 * projects that take a domain from it. One failure does not stop the others. Returns when the service's lists show what was written, because the next run relies
 * on them. Throws only if the plan may not be applied.
 */
export async function apply({ plan, work }: Planned, client: Client, options: ApplyOptions = {}): Promise<ApplyResult> {
  const refused = refusals(plan);
  if (refused.length > 0) throw new Error(refused.join(" "));
  const organizations = [...new Set(work.map(({ declared }) => declared.organization_id))];
  const writer = createWriter(client, organizations, options);
  const deletions = work.filter(({ item }) => item.action === "delete");
  const others = work.filter(({ item }) => item.action !== "delete");
  const taken = movedNames(others);
  const turn = pLimit(PROJECTS_AT_ONCE);
  const written = new Map(others.map((project) => [project, turn(() => writeProject(project, writer))]));
  const deleted = deletions.map(async (project) => {
    const moves = taken.get(project.live?.id ?? "") ?? [];
    await Promise.all(moves.flatMap(({ to }) => written.get(to) ?? []));
    await turn(() => deleteProject(project, moves, writer));
  });
  const [checks] = await Promise.all([Promise.all(written.values()), ...deleted]);
  const [unlisted] = await Promise.all([
    // A run that was stopped reads each list once, without waiting.
    awaitListed(client, withoutDeletedProjects(writer), writer.isClosed() ? READ_DELAYS.slice(0, 1) : READ_DELAYS),
    ...checks.map((check) => check()),
  ]);
  const outcomes = writer.outcomes.map((outcome) => withWarning(outcome, unlisted.get(itemName(outcome))));
  const order = new Map(plan.items.map((item, index) => [itemName(item), index]));
  const rank = (outcome: Outcome): number => order.get(itemName(outcome)) ?? 0;
  return {
    applied: assembleApplied(outcomes.toSorted((a, b) => rank(a) - rank(b))),
    attached: writer.attached,
  };
}

/** What was written, except in projects that were deleted after it: their lists are gone. */
function withoutDeletedProjects({ written, outcomes }: Writer): Written[] {
  const deleted = new Set(
    outcomes
      .filter(({ kind, action, status }) => kind === "project" && action === "delete" && status === "done")
      .map(({ key }) => key),
  );
  return written.filter(({ item }) => item.kind === "project" || !deleted.has(projectOf(item)));
}

const WARNINGS: Readonly<Record<Unlisted, string>> = {
  late: "The service's lists do not show it yet: wait before the next run, which relies on them.",
  refused: "The service refused the list that shows it: wait before the next run, which relies on that list.",
};

function withWarning(outcome: Outcome, why: Unlisted | undefined): Outcome {
  if (why === undefined) return outcome;
  return { ...outcome, message: [outcome.message, WARNINGS[why]].filter((part) => part !== undefined).join(" ") };
}

interface MoveTo extends MovedName {
  readonly to: ProjectWork;
}

/** The domains that a plan moves, by the id of the project that they leave. */
function movedNames(projects: readonly ProjectWork[]): ReadonlyMap<string, readonly MoveTo[]> {
  const moves = projects.flatMap((to) =>
    to.children.flatMap((child) =>
      child.kind === "domain" && child.from !== undefined ? [{ to, item: child.item, ...child.from }] : [],
    ),
  );
  return Map.groupBy(moves, ({ projectId }) => projectId);
}
