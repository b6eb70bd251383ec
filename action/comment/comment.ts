import * as core from "@actions/core";
import type { Clock } from "../../provider/api/clock.ts";
import { oneLine } from "../../provider/api/printable.ts";
import type { Event } from "../event.ts";
import { createGitHub, type GitHub } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { log } from "../log.ts";
import { draftOf, lastWord, type Finished, type Known } from "./draft.ts";
import { ownComments, type Author } from "./own-comments.ts";
import { eventPullRequest, mergedPullRequests, readPullRequest, type PullRequest } from "./pull-request.ts";
import { putComment } from "./put-comment.ts";

/** Milliseconds for the comment. Less if the run was stopped before: GitHub soon kills it. */
const MAX_TIME = 120_000;
const MAX_TIME_STOPPED = 1_500;

const REFUSED =
  'Unless GitHub names another reason, input github-token may not read or write comments. Add "pull-requests: write" to the permissions of this ' +
  "job in the workflow file, beside the permissions it has. If no comment is wanted, set comment: never.";

/** Writes the comment on the pull request that the run is about, if there is one. What GitHub refuses is a warning. */
export async function publishComment(
  finished: Finished,
  environment: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
  clock?: Clock,
): Promise<void> {
  const { inputs, event, isForeign } = finished;
  if (inputs.comment === "never") return;
  if (isForeign) {
    if (event.name === "pull_request") {
      log("No comment on the pull request: it comes from a fork, and the token of such a run can only read.");
    }
    return;
  }
  const limit = AbortSignal.timeout(stop.aborted ? MAX_TIME_STOPPED : MAX_TIME);
  const signal = stop.aborted ? limit : AbortSignal.any([limit, stop]);
  await using github = createGitHub({ token: inputs.githubToken, environment, signal, clock });
  try {
    await publish(finished, github);
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    const why = `${error.message}.${error.isRefusal ? ` ${REFUSED}` : ""}`;
    core.warning(`No comment on the pull request: ${oneLine(why)}`);
  }
}

async function publish(finished: Finished, github: GitHub): Promise<void> {
  const { event, report, inputs, outdated } = finished;
  const own = eventPullRequest(event);
  const isAfterMerge = own === undefined && (report.mode === "apply" || outdated !== undefined);
  if (own === undefined && !isAfterMerge) return;
  const { run } = event;
  if (run === undefined) throw new GitHubError("environment variable GITHUB_RUN_ID or GITHUB_RUN_ATTEMPT is not set");
  const pull = own === undefined ? await onlyMerged(github, event) : await readPullRequest(github, own.number);
  if (pull === undefined) return;
  const author: Author = { login: await github.login(), label: inputs.label };
  const found = await ownComments(github, author, pull.number);
  const isLastWord = !isAfterMerge && !pull.isOpen && report.mode !== "apply";
  const known: Known = { pull, found, commit: own?.head ?? pull.head, run };
  const draft = isLastWord ? lastWord(finished, known) : draftOf(finished, known);
  if (draft === undefined) return;
  announce(await putComment(github, author, pull.number, found, draft), pull.number, inputs.label);
}

/** The pull request that was merged with the commit. */
async function onlyMerged(github: GitHub, event: Event): Promise<PullRequest | undefined> {
  const [first, ...others] = await mergedPullRequests(github, event);
  if (others.length === 0) return first;
  log("No comment: the commit was merged with several pull requests.");
  return undefined;
}

function announce(written: Awaited<ReturnType<typeof putComment>>, number: number, label: string): void {
  switch (written) {
    case "created":
    case "updated":
      log(`Comment on pull request ${number}: ${written}`);
      return;
    case "outrun":
      log(`Comment on pull request ${number}: left as it is, because a newer run has written it.`);
      return;
    case "shared":
      core.warning(
        `No comment on pull request ${number}: another step of this run has written it with the same label ` +
          `${JSON.stringify(oneLine(label))}. Give each step its own input label.`,
      );
      return;
  }
}
