import { outcomeFinder } from "../../sync/report/item-outcome.ts";
import type { PlanItem } from "../../core/plan/plan.ts";
import { shownChanges, type ShownChange } from "../../core/plan/reviewed-plan.ts";
import type { Report } from "../../sync/report/report.ts";
import { driftBranch } from "../drift/drift-names.ts";
import type { Event } from "../event-rules.ts";
import { actionFailureOf } from "../action-failure.ts";
import type { Inputs } from "../inputs.ts";
import { createLinks, type FileLocations } from "../file-locations.ts";
import type { Marker, RecordedChange } from "./marker.ts";
import { isApplied } from "./merged-pulls.ts";
import type { OwnComment, PullRequest } from "./pull-request.ts";
import type { CommentDraft } from "./put-comment.ts";
import { renderComment, withLastWord } from "./render-comment.ts";
import { reviewedChanges } from "./reviewed-changes.ts";

/** A run that may have something to say on a pull request. */
export interface FinishedRun {
  readonly report: Report;
  readonly inputs: Inputs;
  readonly event: Event;
  /** Why the run did less than it was asked for. */
  readonly outdated: string | undefined;
  /** The event may be about code from a fork. */
  readonly isForeign: boolean;
  /** Where the project files are. */
  readonly locations: FileLocations;
}

/** The pull request and its comments, as GitHub shows them. */
export interface PullRequestState {
  readonly pull: PullRequest;
  /** The token's own comments of this step. */
  readonly found: readonly OwnComment[];
  /** The newest commit of the pull request, as far as this run knows it. */
  readonly commit: string;
  readonly run: NonNullable<Event["run"]>;
}

/** More changes leave too little of a comment. */
const MAX_CHANGES = 1_000;

/** Ends the comment of a closed pull request. Its plan stays as reviewers saw it. */
export function lastWord({ pull, found, run, commit }: PullRequestState): CommentDraft | undefined {
  const [first] = found;
  if (first === undefined) return undefined;
  const isMerged = pull.mergedAt !== null;
  const reviewed = reviewedChanges(found, pull);
  const marker: Marker = {
    stage: isMerged ? "merged" : "plan",
    run,
    commit: first.marker?.commit ?? commit,
    changes: "changes" in reviewed ? reviewed.changes : null,
    isComplete: false,
  };
  return { body: withLastWord(first.body, isMerged ? "merged" : "closed", marker), marker };
}

export function draftOf(finished: FinishedRun, known: PullRequestState): CommentDraft | undefined {
  const { report, inputs, event, outdated, locations } = finished;
  const { pull, found, commit, run } = known;
  const isQuiet =
    actionFailureOf(report, inputs, outdated) === undefined &&
    outdated === undefined &&
    ["valid", "no-changes"].includes(report.result);
  // The pull request of a drift has no changes, and the next drift needs to know that it was applied.
  const isDrift = pull.branch === driftBranch(inputs, pull.base);
  if (isQuiet && !isDrift && found.length === 0 && inputs.comment === "changes") return undefined;
  const planned = plannedChanges(report, pull);
  const stage = pull.mergedAt === null ? "plan" : "applied";
  const isWhole = report.mode === "apply" && ["applied", "no-changes"].includes(report.result);
  const marker: Marker = {
    stage,
    run,
    commit,
    changes: planned === undefined ? changesLeft(report, found, pull) : [...planned.values()],
    isComplete: stage === "applied" && (isApplied(found) || isWhole),
  };
  return renderComment(report, marker, inputs, { links: createLinks(event, locations), outdated }, planned);
}

/** The changes that a plan shows to reviewers. `undefined`: it is no plan for them, or has too many changes. */
function plannedChanges({ mode, plan }: Report, pull: PullRequest): ReadonlyMap<PlanItem, ShownChange> | undefined {
  const changes = mode === "plan" && pull.mergedAt === null && plan !== undefined ? shownChanges(plan) : undefined;
  return changes === undefined || changes.size > MAX_CHANGES ? undefined : changes;
}

/** An apply, and any run after the merge, keeps what reviewers saw, but for objects that it has changed: what it did is no review. */
function changesLeft(
  { mode, plan, applied }: Report,
  found: readonly OwnComment[],
  pull: PullRequest,
): readonly RecordedChange[] | null {
  if (mode !== "apply" && pull.mergedAt === null) return null;
  const reviewed = reviewedChanges(found, pull);
  if ("missing" in reviewed) return null;
  const outcomeOf = outcomeFinder(applied);
  const shown = plan === undefined ? [] : [...shownChanges(plan)];
  const done = new Set(shown.flatMap(([item, { object }]) => (outcomeOf(item)?.status === "done" ? [object] : [])));
  return reviewed.changes.map(({ object, effect }) => ({ object, effect: done.has(object) ? null : effect }));
}
