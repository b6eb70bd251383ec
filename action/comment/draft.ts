import { messageOf } from "../../provider/api/errors.ts";
import { digest } from "../../sync/plan/digest.ts";
import { isChange, projectOf } from "../../sync/plan/plan.ts";
import { effectDigests } from "../../sync/plan/reviewed-plan.ts";
import type { Report } from "../../sync/report.ts";
import type { Event } from "../event.ts";
import { failureOf } from "../failure.ts";
import type { Inputs } from "../inputs.ts";
import { createLinks } from "../links.ts";
import { log } from "../log.ts";
import type { Marker } from "./marker.ts";
import { findOverlaps } from "./overlaps.ts";
import type { Author, OwnComment } from "./own-comments.ts";
import type { PullRequest } from "./pull-request.ts";
import type { Draft } from "./put-comment.ts";
import { renderComment, withLastWord } from "./render-comment.ts";
import type { Repository } from "./repository.ts";
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

/** What GitHub says about the pull request and its comments. */
export interface Known {
  readonly repository: Repository;
  readonly author: Author;
  readonly pull: PullRequest;
  /** The token's own comments for the label. */
  readonly found: readonly OwnComment[];
  /** The newest commit of the pull request, as far as this run knows it. */
  readonly commit: string;
  readonly run: NonNullable<Event["run"]>;
}

/** More digests of changes leave too little of a comment. */
const MAX_CHANGES = 1_500;
const MAX_PROJECTS = 250;

/** Ends the comment of a closed pull request. Its plan stays as reviewers saw it. */
export function lastWord({ event, inputs }: Finished, { pull, found, run, commit }: Known): Draft | undefined {
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
    step: stepOf(inputs),
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

export async function draftOf(finished: Finished, known: Known): Promise<Draft | undefined> {
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
    step: stepOf(inputs),
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

/** A plan shows its changes. An apply, and any run after the merge, keeps those that were reviewed: what it did is no review. */
function changesOf({ mode, plan }: Report, found: readonly OwnComment[], pull: PullRequest): readonly string[] | null {
  if (mode === "apply" || pull.mergedAt !== null) {
    const reviewed = reviewedChanges(found, pull);
    return "changes" in reviewed ? reviewed.changes : null;
  }
  const changes = mode === "plan" && plan !== undefined ? effectDigests(plan) : null;
  return changes === null || changes.length > MAX_CHANGES ? null : changes;
}

/** Digests of the projects that a plan changes. */
function projectsOf({ plan }: Report): string[] {
  const keys = (plan?.items ?? []).filter(isChange).map(projectOf);
  return [...new Set(keys)].map((key) => digest([plan?.origin, key]));
}

/** What tells two steps with one label apart. */
function stepOf({ folder, patterns, only, baseUrl, prune, maxDeletes, rewriteSecrets }: Inputs): string {
  return digest([folder, patterns, only, baseUrl, prune, maxDeletes, rewriteSecrets]);
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
