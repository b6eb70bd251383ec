import { nameList } from "../../core/resources/name-list.ts";
import type { ReviewedPlan } from "../../core/plan/reviewed-plan.ts";
import type { Event } from "../event-rules.ts";
import type { GitHub } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { firstLine, type RecordedChange, type StepIdentity } from "./marker.ts";
import { mergedSinceApply, isApplied, type MergedPull } from "./merged-pulls.ts";
import {
  ownComments,
  type Author,
  type OwnComment,
  eventPullRequest,
  readPullRequest,
  type PullRequest,
} from "./pull-request.ts";

/**
 * The changes that reviewers saw: those in the token's own comments on the pull requests that were merged since the last complete apply, or on
 * the event's own one. Only the newest comment about an object counts. If GitHub cannot be asked, no change counts.
 */
export async function readReviewedPlan(event: Event, step: StepIdentity, github: GitHub): Promise<ReviewedPlan> {
  try {
    const pulls = await pullsOf(github, { login: await github.login(), firstLine: firstLine(step) }, event);
    const read = pulls.map((each) => ({ number: each.pull.number, reviewed: changesOn(each) }));
    const changes = read.flatMap(({ reviewed }) => ("changes" in reviewed ? reviewed.changes : []));
    // The last merge comes first, and its comment about an object counts.
    const newest = new Map(changes.toReversed().map(({ object, effect }) => [object, effect]));
    const places = read.map(
      ({ number, reviewed }) => `${number}${"missing" in reviewed ? ` (${reviewed.missing})` : ""}`,
    );
    const none = event.ref.startsWith("refs/heads/")
      ? "No pull request was merged into this branch."
      : `This run is for ${event.ref}, which is not a branch.`;
    const lookedAt = places.length === 0 ? none : `Pull requests that were read: ${nameList(places)}.`;
    return { effects: new Set([...newest.values()].filter((effect) => effect !== null)), lookedAt };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const needs = error.isRefusal ? ' Input github-token needs the permission "pull-requests: write".' : "";
    return { effects: new Set(), lookedAt: `The comments could not be read: ${error.message}.${needs}` };
  }
}

/** The last merge first. */
async function pullsOf(github: GitHub, author: Author, event: Event): Promise<MergedPull[]> {
  const own = eventPullRequest(event);
  if (own === undefined) return mergedSinceApply(github, author, event);
  const pull = await readPullRequest(github, own.number);
  return [
    {
      pull,
      comments: await ownComments(github, author, own.number),
      isInBranch: pull.isOpen || pull.mergedAt !== null,
    },
  ];
}

/** The changes that a pull request's comment showed before the merge, or why none of them counts. */
type ReviewedChanges = { readonly changes: readonly RecordedChange[] } | { readonly missing: string };

function changesOn({ pull, comments, isInBranch }: MergedPull): ReviewedChanges {
  if (isApplied(comments)) return { missing: "applied" };
  if (!isInBranch && pull.mergedAt === null) return { missing: "closed without merging" };
  if (!isInBranch && comments.length > 0) return { missing: "merged, but not into this commit" };
  return reviewedChanges(comments, pull);
}

/** `comments`: the token's own of this step. */
export function reviewedChanges(comments: readonly OwnComment[], { head, mergedAt }: PullRequest): ReviewedChanges {
  const missing = (why: string): ReviewedChanges => ({ missing: why });
  const [comment] = comments;
  if (comment === undefined)
    return missing("no comment of this token with this label, files, only, folder and address");
  if (comments.length > 1) return missing("several comments of this step");
  const { marker, createdAt, updatedAt } = comment;
  if (marker === undefined) return missing("its comment was edited");
  if (marker.commit !== head) {
    const [shown, merged] = [marker.commit, head].map((sha) => sha.slice(0, 7));
    return missing(`its comment is about commit ${shown}, not ${merged}`);
  }
  const isAfterMerge = (time: string): boolean => mergedAt !== null && Date.parse(time) > Date.parse(mergedAt);
  // Later stages keep the changes of the plan, and only if it was written in time.
  if (isAfterMerge(createdAt) || (marker.stage === "plan" && isAfterMerge(updatedAt))) {
    return missing("its comment was written after the merge");
  }
  return marker.changes === null ? missing("its comment does not list its changes") : { changes: marker.changes };
}
