import { z } from "zod";
import { branchOf, type Event } from "../event-rules.ts";
import { expectAnswer, type GitHub } from "../github.ts";
import { isMissing } from "../github-exchange.ts";
import { ownComments, type Author, type OwnComment, mergedPullRequests, type PullRequest } from "./pull-request.ts";

/** A merged pull request, and the token's own comments on it, oldest first. */
export interface MergedPull {
  readonly pull: PullRequest;
  readonly comments: readonly OwnComment[];
  /** The commit of the run contains it. Not asked without a comment. */
  readonly isInBranch: boolean;
}

/** More are not read: each costs a request or two. */
const MAX_PULLS = 30;

/**
 * The pull requests that were merged into the branch of the run since its last complete apply, last merge first; then the one that this
 * apply was recorded on. At most 30, of those that {@link mergedPullRequests} finds.
 */
export async function mergedSinceApply(github: GitHub, author: Author, { ref, sha }: Event): Promise<MergedPull[]> {
  const branch = branchOf(ref);
  const merged = branch === undefined ? [] : await mergedPullRequests(github, branch);
  const since: MergedPull[] = [];
  for (const pull of merged.slice(0, MAX_PULLS)) {
    const comments = await ownComments(github, author, pull.number);
    const isInBranch = comments.length > 0 ? await contains(github, sha, pull) : pull.mergeCommit === sha;
    since.push({ pull, comments, isInBranch });
    if (isInBranch && isApplied(comments)) break;
  }
  return since;
}

/** A complete apply was recorded on a pull request with these comments. */
export function isApplied(comments: readonly OwnComment[]): boolean {
  return comments.some(({ marker }) => marker?.isComplete === true);
}

/** The history of a commit has the merge. The list of a commit's pull requests does not say: GitHub fills it late. */
async function contains(github: GitHub, sha: string, { mergeCommit }: PullRequest): Promise<boolean> {
  if (mergeCommit === null || mergeCommit === sha) return mergeCommit === sha;
  try {
    const answer = await github.call("GET /compare/{basehead}", { basehead: `${mergeCommit}...${sha}`, per_page: 1 });
    const { status } = expectAnswer(z.looseObject({ status: z.string() }), answer, "a comparison");
    return status === "ahead" || status === "identical";
  } catch (error) {
    // It was removed from the branch, and then from the repository.
    if (isMissing(error)) return false;
    throw error;
  }
}
