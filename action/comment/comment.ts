import type { GitHub, Runner } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { log } from "../log.ts";
import { openForWriting, warnOfRefusal } from "../write-to-github.ts";
import { draftOf, lastWord, type FinishedRun, type PullRequestState } from "./comment-draft.ts";
import { firstLine } from "./marker.ts";
import { isApplied, mergedSinceApply } from "./merged-pulls.ts";
import {
  ownComments,
  type Author,
  type OwnComment,
  eventPullRequest,
  readPullRequest,
  type PullRequest,
} from "./pull-request.ts";
import { commentsOn, putComment } from "./put-comment.ts";

const WARNING = "No comment on the pull request";
const REFUSED =
  'Unless GitHub names another reason, input github-token may not read or write comments. Add "pull-requests: write" to the permissions of this ' +
  "job in the workflow file, beside the permissions it has. If no comment is wanted, set comment: never.";

/** Writes the comment on the pull request that the run is about, or on those that an apply is about. What GitHub refuses is a warning. */
export async function publishComment(finished: FinishedRun, runner: Runner): Promise<void> {
  const { inputs, event, isForeign, report } = finished;
  // A sweep is not about the changes of a pull request.
  if (inputs.comment === "never" || report.mode === "sweep") return;
  if (isForeign) {
    if (event.name === "pull_request") {
      log("No comment on the pull request: it comes from a fork, and the token of such a run can only read.");
    }
    return;
  }
  await using github = openForWriting(inputs, runner);
  await warnOfRefusal(WARNING, REFUSED, () => publish(finished, github));
}

async function publish(finished: FinishedRun, github: GitHub): Promise<void> {
  const { event, report, inputs, outdated } = finished;
  const { run } = event;
  const own = eventPullRequest(event);
  const isAfterMerge = own === undefined && (report.mode === "apply" || outdated !== undefined);
  if (own === undefined && !isAfterMerge) return;
  if (run === undefined) throw new GitHubError("environment variable GITHUB_RUN_ID or GITHUB_RUN_ATTEMPT is not set");
  const now = own && (await readPullRequest(github, own.number));
  // A plan for the earlier state would replace what the comment says now. What an apply has done is always said.
  if (now !== undefined && now.isOpen !== own?.isOpen && report.mode !== "apply") {
    log(`No comment: pull request ${now.number} is ${now.isOpen ? "open" : "closed"} now.`);
    return;
  }
  const author: Author = { login: await github.login(), firstLine: firstLine(inputs) };
  const put = async (pull: PullRequest, found: readonly OwnComment[], commit: string): Promise<void> => {
    const known: PullRequestState = { pull, found, commit, run };
    const isLastWord = !isAfterMerge && !pull.isOpen && report.mode !== "apply";
    const draft = isLastWord ? lastWord(known) : draftOf(finished, known);
    if (draft === undefined) return;
    const [, fate] = await putComment(github, commentsOn(github, author, pull.number), draft);
    log(`Comment on pull request ${pull.number}: ${fate}`);
  };
  if (now !== undefined) return put(now, await ownComments(github, author, now.number), own?.head ?? now.head);
  for (const { pull, comments, isInBranch } of await mergedSinceApply(github, author, event)) {
    const isThisMerge = pull.mergeCommit === event.sha;
    // Each keeps what this apply has done of it: it shows a change that is not done, or was not before this attempt of the run.
    const isOpen = comments.some(
      ({ marker }) => marker?.run.id === run.id || marker?.changes?.some(({ effect }) => effect !== null),
    );
    const isWaiting = isInBranch && !isApplied(comments) && isOpen;
    if (!isThisMerge && !(report.mode === "apply" && isWaiting)) continue;
    const isRefused = await warnOfRefusal(WARNING, REFUSED, () => put(pull, comments, pull.head));
    if (isRefused) return;
  }
}
