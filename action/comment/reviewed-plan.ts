import type { ReviewedPlan } from "../../sync/plan/reviewed-plan.ts";
import type { Event } from "../event.ts";
import type { GitHub } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { ownComments } from "./own-comments.ts";
import { eventPullRequest, mergedPullRequests, readPullRequest, type PullRequest } from "./pull-request.ts";
import { isRefusal } from "./refusal.ts";
import { repositoryOf, type Repository } from "./repository.ts";
import { reviewedChanges } from "./reviewed-changes.ts";

const REMEDY =
  "Review the changes in a pull request on which this step writes its comment, with the same label, or apply once without plan-check.";

/**
 * The plan that reviewers of the pull request saw: the changes in the token's own comment. If there is none, or GitHub cannot be asked,
 * no change counts as reviewed.
 */
export async function readReviewedPlan(event: Event, label: string, github: GitHub): Promise<ReviewedPlan> {
  const missing = (why: string): ReviewedPlan => ({ missing: `${why} ${REMEDY}` });
  try {
    const repository = repositoryOf(github, event.repository);
    const [pull, ...others] = await pullsOf(repository, event);
    if (pull === undefined) return missing(`Commit ${event.sha.slice(0, 7)} is not the merge of a pull request.`);
    if (others.length > 0) {
      const numbers = [pull, ...others].map(({ number }) => number).join(", ");
      return missing(`Commit ${event.sha.slice(0, 7)} belongs to several merged pull requests (${numbers}).`);
    }
    if (!pull.isOpen && pull.mergedAt === null) {
      return missing(`Pull request ${pull.number} was closed without merging.`);
    }
    const author = { login: await github.login(), label };
    const reviewed = reviewedChanges(await ownComments(repository, author, pull.number), pull);
    if ("missing" in reviewed) return missing(reviewed.missing);
    return { place: `The comment on pull request ${pull.number}`, effects: new Set(reviewed.changes) };
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const needs = isRefusal(error) ? ' Input github-token needs the permission "pull-requests: read".' : "";
    return missing(`The reviewed plan could not be read: ${error.message}.${needs}`);
  }
}

async function pullsOf(repository: Repository, event: Event): Promise<PullRequest[]> {
  const own = eventPullRequest(event);
  return own === undefined ? mergedPullRequests(repository, event) : [await readPullRequest(repository, own.number)];
}
