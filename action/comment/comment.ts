import { createGitHub, type GitHub, type Runner } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { log, warnInLog } from "../log.ts";
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
import { putComment } from "./put-comment.ts";

/** Milliseconds for the comment. Less if the run was stopped before: GitHub soon kills it. */
const MAX_TIME = 120_000;
const MAX_TIME_STOPPED = 1_500;

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
  const { signal: stop } = runner;
  const limit = AbortSignal.timeout(stop.aborted ? MAX_TIME_STOPPED : MAX_TIME);
  const signal = stop.aborted ? limit : AbortSignal.any([limit, stop]);
  await using github = createGitHub({ ...runner, token: inputs.githubToken, signal });
  await warnOfFailure(() => publish(finished, github));
}

/** Turns a failure into a warning. Resolves with true if GitHub refused it. */
async function warnOfFailure(publishing: () => Promise<void>): Promise<boolean> {
  try {
    await publishing();
    return false;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const why = `${error.message}.${error.isRefusal ? ` ${REFUSED}` : ""}`;
    warnInLog(`No comment on the pull request: ${why}`);
    return error.isRefusal;
  }
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
    const written = await putComment(github, author, pull.number, draft);
    const words = written === "outrun" ? "left as it is, because a newer run has written it." : written;
    log(`Comment on pull request ${pull.number}: ${words}`);
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
    const isRefused = await warnOfFailure(() => put(pull, comments, pull.head));
    if (isRefused) return;
  }
}
