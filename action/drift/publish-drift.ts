import type { FinishedRun } from "../comment/comment-draft.ts";
import { firstLine } from "../comment/marker.ts";
import type { Author } from "../comment/pull-request.ts";
import type { GitHub, Runner } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { log } from "../log.ts";
import { hasChanges } from "../outputs.ts";
import { openForWriting, warnOfRefusal } from "../write-to-github.ts";
import { closeIssue, putIssue } from "./drift-issue.ts";

const REFUSED =
  'Unless GitHub names another reason, input github-token may not write issues. Add "issues: write" to the permissions of this job in the ' +
  "workflow file, beside the permissions it has.";

/** Keeps the issue of a drift up to date, as input `on-drift` asks. What GitHub refuses is a warning. */
export async function publishDrift(finished: FinishedRun, runner: Runner): Promise<void> {
  const { inputs, report } = finished;
  if (inputs.onDrift === "none" || report.mode !== "drift") return;
  const isGone = report.result === "no-changes" && hasChanges(report, inputs) === "false";
  if (report.result !== "drift" && !isGone) {
    log("Drift issue: left as it is, because this run does not tell whether the drift is gone.");
    return;
  }
  await using github = openForWriting(inputs, runner);
  await warnOfRefusal("No drift issue", REFUSED, () => publish(finished, isGone, github));
}

async function publish(finished: FinishedRun, isGone: boolean, github: GitHub): Promise<void> {
  const { inputs, event } = finished;
  const { run } = event;
  if (run === undefined) throw new GitHubError("environment variable GITHUB_RUN_ID or GITHUB_RUN_ATTEMPT is not set");
  const author: Author = { login: await github.login(), firstLine: firstLine(inputs) };
  if (isGone) await closeIssue(github, author, { run, commit: event.sha });
  else await putIssue(github, author, finished, run);
}
