import { z } from "zod";
import type { FinishedRun } from "../comment/comment-draft.ts";
import { firstLine, isNewer, type Marker } from "../comment/marker.ts";
import type { Author } from "../comment/pull-request.ts";
import { putComment } from "../comment/put-comment.ts";
import { branchOf, type Event } from "../event-rules.ts";
import type { GitHub, Runner } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { log, warnInLog } from "../log.ts";
import { text } from "../markdown.ts";
import { hasChanges } from "../outputs.ts";
import { openForWriting, warnOfRefusal } from "../write-to-github.ts";
import { putBranch } from "./drift-branch.ts";
import { driftBranch, titleOf } from "./drift-names.ts";
import { closeWith, driftIssues, driftPulls, markerOf, type DriftPlace } from "./drift-place.ts";
import { JOB_LOGIN, whyNotApplied } from "./last-apply.ts";
import { pullDrift, type PulledDrift } from "./pull-drift.ts";
import { renderIssue, renderPull } from "./render-drift.ts";

const REFUSED =
  'Unless GitHub names another reason, input github-token may not write issues. Add "issues: write" to the permissions of this job in the ' +
  "workflow file, beside the permissions it has.";
const NO_WORKFLOW =
  "With the job's own token, no workflow runs for a pull request. Set input github-token to the token of an app or a person";

const payloadSchema = z.looseObject({ repository: z.looseObject({ default_branch: z.string() }) });

/** What a run writes to: the issues and the pull requests of its step. */
interface DriftTarget {
  readonly issues: DriftPlace;
  readonly pulls: DriftPlace;
  /** The branch of the pull requests. */
  readonly branch: string;
  readonly marker: Marker;
}

/** Keeps the issue of a drift up to date, and its pull request, as input `on-drift` asks. What GitHub refuses is a warning. */
export async function publishDrift(finished: FinishedRun, runner: Runner): Promise<void> {
  const { inputs, report, event } = finished;
  if (inputs.onDrift === "none" || report.mode !== "drift") return;
  const isGone = report.result === "no-changes" && hasChanges(report, inputs) === "false";
  const why =
    report.result === "drift" || isGone ? whyElsewhere(event) : "this run does not tell whether the drift is gone";
  if (why !== undefined) {
    log(`Drift issue: left as it is, because ${why}.`);
    return;
  }
  await warnOfRefusal("No drift issue", REFUSED, async () => {
    const note = isGone ? "" : await publishPull(finished, runner);
    await using github = openForWriting(inputs, runner);
    const { issues, pulls, marker } = await targetOf(finished, github);
    if (isGone) {
      await closeWith("gone", issues, marker);
      if (inputs.onDrift === "pull-request") await closeWith("gone", pulls, marker);
      return;
    }
    const [number, fate] = await putComment(github, issues, renderIssue(finished, marker, note));
    log(`${issues.name} ${number}: ${fate}`);
  });
}

/** The files of another branch differ from what is live without a drift. A schedule is always for the default branch. */
function whyElsewhere({ ref, payload }: Event): string | undefined {
  const { data } = payloadSchema.safeParse(payload);
  const branch = data?.repository.default_branch ?? branchOf(ref);
  return branch !== undefined && ref === `refs/heads/${branch}`
    ? undefined
    : `this run is for ${ref || "no ref"}, not for the default branch`;
}

async function targetOf({ inputs, event }: FinishedRun, github: GitHub): Promise<DriftTarget> {
  const { run, sha: commit, ref, repository } = event;
  if (run === undefined) throw new GitHubError("environment variable GITHUB_RUN_ID or GITHUB_RUN_ATTEMPT is not set");
  const author: Author = { login: await github.login(), firstLine: firstLine(inputs) };
  const [owner = ""] = repository.split("/");
  const base = branchOf(ref) ?? "";
  const branch = driftBranch(inputs, base);
  const title = titleOf(inputs, "bring live values into the files");
  return {
    branch,
    issues: driftIssues(github, author, titleOf(inputs, "the service differs from the files")),
    pulls: driftPulls(github, author, { owner, branch, base, title }),
    marker: markerOf({ run, commit }),
  };
}

/** Keeps the pull request up to date. Resolves with what the issue says of it, in Markdown: nothing if the input does not ask for one. */
async function publishPull(finished: FinishedRun, runner: Runner): Promise<string> {
  const { inputs } = finished;
  if (inputs.onDrift !== "pull-request") return "";
  try {
    const why = await whyNoPull(finished, runner);
    const said = why === undefined ? await putPull(finished, runner, await pullDrift(inputs, runner)) : { why };
    if ("number" in said) return `Pull request #${said.number} brings live values into the files.`;
    log(`Drift pull request: none. ${said.why}.`);
    return `No pull request: ${text(said.why)}.`;
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    warnInLog(`No drift pull request: ${error.message}.`);
    return `No pull request: ${text(error.message)}.`;
  }
}

async function whyNoPull(finished: FinishedRun, runner: Runner): Promise<string | undefined> {
  await using github = openForWriting(finished.inputs, runner);
  const login = await github.login();
  if (login === JOB_LOGIN) return NO_WORKFLOW;
  // Before the connection is closed.
  return await whyNotApplied(github, login, finished.event, finished.inputs);
}

async function putPull(
  finished: FinishedRun,
  runner: Runner,
  pulled: PulledDrift,
): Promise<{ readonly number: number } | { readonly why: string }> {
  if ("failed" in pulled) return { why: pulled.failed };
  const { locations, inputs, event } = finished;
  await using github = openForWriting(inputs, runner);
  const { pulls, branch, marker } = await targetOf(finished, github);
  const changes = pulled.files
    .filter(({ before, after }) => before !== after)
    .map(({ file, before, after }) => ({ place: locations.get(file.file), name: file.file, before, after }));
  if (changes.length === 0) {
    await closeWith("unpulled", pulls, marker);
    return { why: "No live value can be brought into the files. The summary of the run lists what differs" };
  }
  const elsewhere = changes.find(({ place }) => place?.isInRepository !== true);
  if (elsewhere !== undefined) return { why: `${elsewhere.name} is not a file of this repository` };
  const [open] = await pulls.list();
  if (open?.marker !== undefined && isNewer(open.marker, marker)) return { number: open.id };
  await putBranch(
    github,
    branch,
    event.sha,
    changes.map(({ place, name, ...texts }) => ({ ...texts, name: place?.name ?? name })),
  );
  const [number, fate] = await putComment(github, pulls, renderPull(pulled.files, finished, marker, pulled.clean));
  log(`${pulls.name} ${number}: ${fate}`);
  return { number };
}
