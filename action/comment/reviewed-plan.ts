import type { ReviewedPlan } from "../../sync/plan/reviewed-plan.ts";
import type { Event } from "../event.ts";
import type { GitHub } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { ownComments, type OwnComment } from "./own-comments.ts";
import { eventPullRequest, mergedPullRequests, readPullRequest, type PullRequest } from "./pull-request.ts";

const REMEDY =
  "Review the changes in a pull request on which this step writes its comment, with the same label, or apply once without plan-check.";

/**
 * The plan that reviewers of the pull request saw: the changes in the token's own comment. If there is none, or GitHub cannot be asked,
 * no change counts as reviewed.
 */
export async function readReviewedPlan(event: Event, label: string, github: GitHub): Promise<ReviewedPlan> {
  const missing = (why: string): ReviewedPlan => ({ missing: `${why} ${REMEDY}` });
  try {
    const [pull, ...others] = await pullsOf(github, event);
    if (pull === undefined) return missing(`Commit ${event.sha.slice(0, 7)} is not the merge of a pull request.`);
    if (others.length > 0) {
      const numbers = [pull, ...others].map(({ number }) => number).join(", ");
      return missing(`Commit ${event.sha.slice(0, 7)} belongs to several merged pull requests (${numbers}).`);
    }
    if (!pull.isOpen && pull.mergedAt === null) {
      return missing(`Pull request ${pull.number} was closed without merging.`);
    }
    const author = { login: await github.login(), label };
    const reviewed = reviewedChanges(await ownComments(github, author, pull.number), pull);
    if ("missing" in reviewed) return missing(reviewed.missing);
    return { place: `The comment on pull request ${pull.number}`, effects: new Set(reviewed.changes) };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const needs = error.isRefusal ? ' Input github-token needs the permission "pull-requests: read".' : "";
    return missing(`The reviewed plan could not be read: ${error.message}.${needs}`);
  }
}

async function pullsOf(github: GitHub, event: Event): Promise<PullRequest[]> {
  const own = eventPullRequest(event);
  return own === undefined ? mergedPullRequests(github, event) : [await readPullRequest(github, own.number)];
}

/** The changes that a merged pull request's comment showed before the merge, or why it shows none. */
type ReviewedChanges = { readonly changes: readonly string[] } | { readonly missing: string };

/** `comments`: the token's own for the label. */
export function reviewedChanges(comments: readonly OwnComment[], pull: PullRequest): ReviewedChanges {
  const name = `pull request ${pull.number}`;
  const missing = (why: string): ReviewedChanges => ({ missing: why });
  const [comment] = comments;
  if (comment === undefined) return missing(`There is no comment of this token with this label on ${name}.`);
  if (comments.length > 1) return missing(`There are several comments with this label on ${name}.`);
  const { marker, updatedAt } = comment;
  if (marker === undefined) return missing(`The comment on ${name} was edited.`);
  if (marker.commit !== pull.head) {
    const [shown, merged] = [marker.commit, pull.head].map((sha) => sha.slice(0, 7));
    return missing(`The comment on ${name} is about commit ${shown}, and ${merged} was merged.`);
  }
  // Later stages keep the changes of the plan, and only if it was written in time.
  const isLate = marker.stage === "plan" && pull.mergedAt !== null && Date.parse(updatedAt) > Date.parse(pull.mergedAt);
  if (isLate) return missing(`The comment on ${name} was written after the merge.`);
  return marker.changes === null
    ? missing(`The comment on ${name} does not list its changes.`)
    : { changes: marker.changes };
}
