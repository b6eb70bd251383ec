import * as core from "@actions/core";
import { messageOf } from "../../provider/api/errors.ts";
import { oneLine } from "../../provider/api/printable.ts";
import { projectOf, isChange } from "../../sync/plan/plan.ts";
import { effectDigests } from "../../sync/plan/reviewed-plan.ts";
import type { Report } from "../../sync/report.ts";
import { failureOf } from "../failure.ts";
import type { Event } from "../event.ts";
import { createGitHub, GitHubError, type GitHub } from "../github.ts";
import type { Inputs } from "../inputs.ts";
import { createLinks } from "../links.ts";
import { log } from "../log.ts";
import { digest } from "./digest.ts";
import type { Marker } from "./marker.ts";
import { findOverlaps } from "./overlaps.ts";
import { ownComments, type Author, type OwnComment } from "./own-comments.ts";
import { eventPullRequest, mergedPullRequests, readPullRequest, type PullRequest } from "./pull-request.ts";
import { putComment, type Draft } from "./put-comment.ts";
import { explainRefusal } from "./refusal.ts";
import { renderComment, withLastWord } from "./render-comment.ts";
import { repositoryOf, type Repository } from "./repository.ts";
import { reviewedChanges } from "./reviewed-changes.ts";

/** A run that may have something to say on a pull request. */
export interface Finished {
  readonly report: Report;
  readonly inputs: Inputs;
  readonly event: Event;
  /** Why the run planned instead of applying. */
  readonly outdated: string | undefined;
  /** Whether the event may be about code from a fork. */
  readonly isForeign: boolean;
}

/** More digests of changes leave too little of a comment. */
const MAX_CHANGES = 1_500;
const MAX_PROJECTS = 250;

/** Milliseconds for the comment. Less if the run was stopped before: GitHub soon kills it. */
const MAX_TIME = 120_000;
const MAX_TIME_STOPPED = 1_500;

/** Writes the comment on the pull request that the run is about, if there is one. What GitHub refuses is a warning. */
export async function publishComment(
  finished: Finished,
  environment: Readonly<Record<string, string | undefined>>,
  stop: AbortSignal,
): Promise<void> {
  const { inputs, event, isForeign } = finished;
  if (inputs.comment === "never") return;
  if (isForeign) {
    if (event.name.startsWith("pull_request")) {
      log("No comment on the pull request: it comes from a fork, and the token of such a run can only read.");
    }
    return;
  }
  const limit = AbortSignal.timeout(stop.aborted ? MAX_TIME_STOPPED : MAX_TIME);
  const signal = stop.aborted ? limit : AbortSignal.any([limit, stop]);
  await using github = createGitHub({ token: inputs.githubToken, environment, signal });
  try {
    await publish(finished, github);
  } catch (error) {
    const why = explainRefusal(error);
    if (why === undefined) throw error;
    core.warning(`No comment on the pull request. ${oneLine(why)}`);
  }
}

async function publish(finished: Finished, github: GitHub): Promise<void> {
  const { event, report, inputs, outdated } = finished;
  const own = eventPullRequest(event);
  const isAfterMerge = own === undefined && (report.mode === "apply" || outdated !== undefined);
  if (own === undefined && !isAfterMerge) return;
  const { run } = event;
  if (run === undefined) throw new GitHubError("environment variable GITHUB_RUN_ID or GITHUB_RUN_ATTEMPT is not set");
  const repository = repositoryOf(github, event.repository);
  const pull = own === undefined ? await onlyMerged(repository, event) : await readPullRequest(repository, own.number);
  if (pull === undefined) return;
  const author: Author = { login: await github.login(), label: inputs.label };
  const found = await ownComments(repository, author, pull.number);
  const isLastWord = !isAfterMerge && !pull.isOpen && report.mode !== "apply";
  const known: Known = { repository, author, pull, found, commit: own?.head ?? pull.head, run };
  const draft = isLastWord ? lastWord(finished, known) : await draftOf(finished, known);
  if (draft === undefined) return;
  announce(await putComment(repository, author, pull.number, found, draft), pull.number, inputs.label);
}

/** What GitHub says about the pull request and its comments. */
interface Known {
  readonly repository: Repository;
  readonly author: Author;
  readonly pull: PullRequest;
  /** The token's own comments for the label. */
  readonly found: readonly OwnComment[];
  /** The newest commit of the pull request, as far as this run knows it. */
  readonly commit: string;
  readonly run: NonNullable<Event["run"]>;
}

/** The pull request that was merged with the commit. */
async function onlyMerged(repository: Repository, event: Event): Promise<PullRequest | undefined> {
  const [first, ...others] = await mergedPullRequests(repository, event);
  if (others.length === 0) return first;
  log("No comment: the commit was merged with several pull requests.");
  return undefined;
}

/** Ends the comment of a closed pull request. Its plan stays as reviewers saw it. */
function lastWord({ event, inputs }: Finished, { pull, found, run, commit }: Known): Draft | undefined {
  const [first] = found;
  if (first === undefined || isOlderThanClosing(event)) {
    log(`No comment: pull request ${pull.number} is closed.`);
    return undefined;
  }
  const isMerged = pull.mergedAt !== null;
  const reviewed = reviewedChanges(found, pull);
  const marker: Marker = {
    stage: isMerged ? "merged" : "plan",
    run,
    files: filesOf(inputs),
    commit: first.marker?.commit ?? commit,
    projects: [],
    changes: "changes" in reviewed ? reviewed.changes : null,
  };
  const word = isMerged
    ? "Merged. This was the last plan before the merge."
    : "Closed without merging. This plan is obsolete.";
  return { body: withLastWord(first.body, word, marker), marker };
}

/** Whether the run started before the pull request was closed: what it planned is not what reviewers saw. */
function isOlderThanClosing({ payload }: Event): boolean {
  return !(typeof payload === "object" && payload !== null && "action" in payload && payload.action === "closed");
}

async function draftOf(finished: Finished, known: Known): Promise<Draft | undefined> {
  const { report, inputs, event, outdated } = finished;
  const { repository, author, pull, found, commit, run } = known;
  const isQuiet =
    failureOf(report, inputs) === undefined &&
    outdated === undefined &&
    ["valid", "no-changes"].includes(report.result);
  if (isQuiet && found.length === 0 && inputs.comment === "changes") return undefined;
  const marker: Marker = {
    stage: pull.mergedAt === null ? "plan" : "applied",
    run,
    files: filesOf(inputs),
    commit,
    projects: projectsOf(report).slice(0, MAX_PROJECTS),
    changes: changesOf(report, found, pull),
  };
  const overlaps = marker.stage === "plan" ? await overlapsOf(repository, author, pull.number, marker.projects) : [];
  const { label } = inputs;
  return {
    body: renderComment(report, marker, { label, links: createLinks(event, inputs), outdated, overlaps }),
    marker,
  };
}

/** A plan shows its changes. An apply keeps those that were reviewed: what it did is no review. */
function changesOf({ mode, plan }: Report, found: readonly OwnComment[], pull: PullRequest): readonly string[] | null {
  if (mode === "plan" && pull.mergedAt === null) {
    const changes = plan === undefined ? [] : effectDigests(plan);
    return plan === undefined || changes.length > MAX_CHANGES ? null : changes;
  }
  const reviewed = reviewedChanges(found, pull);
  return "changes" in reviewed ? reviewed.changes : null;
}

/** Digests of the projects that a plan changes. */
function projectsOf({ plan }: Report): string[] {
  const keys = (plan?.items ?? []).filter(isChange).map(projectOf);
  return [...new Set(keys)].map((key) => digest([plan?.origin, key]));
}

function filesOf({ folder, patterns }: Inputs): string {
  return digest([folder, patterns]);
}

/** Nothing is claimed if GitHub does not answer. */
async function overlapsOf(
  repository: Repository,
  author: Author,
  number: number,
  projects: readonly string[],
): Promise<number[]> {
  try {
    return await findOverlaps(repository, author, number, projects);
  } catch (error) {
    log(`Other pull requests were not searched for the same projects: ${messageOf(error)}.`);
    return [];
  }
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
