import { z } from "zod";
import { messageOf } from "../core/api/errors.ts";
import { path } from "../core/api/path.ts";
import type { Covers } from "./covered-files.ts";
import { eventPullRequest, readPullRequest, type PullRequest } from "./comment/pull-request.ts";
import { branchOf, type Event } from "./event-rules.ts";
import { expectAnswer, type GitHub } from "./github.ts";
import { isMissing } from "./github-exchange.ts";

/** Every ref that starts with the branch's name. Unlike a single ref, a branch that was deleted is no 404, which can have other causes. */
const refsSchema = z.array(z.looseObject({ ref: z.string(), object: z.looseObject({ sha: z.string() }) }));

const compareSchema = z.looseObject({
  status: z.enum(["identical", "ahead", "behind", "diverged"]),
  files: z.array(z.looseObject({ filename: z.string(), previous_filename: z.string().optional() })).optional(),
});
/** GitHub lists no more files of a comparison. */
const MAX_FILES = 300;

/**
 * Asks GitHub why the commit of the run is outdated: a run that waited, or is run again, would put back what a newer one has changed.
 * `undefined` if nothing that the run covers has changed in its branch since. Throws if that is not known. `checkedOut`: the commits that
 * the files are of (`undefined`: not known), for an event that does not say.
 */
export async function whyOutdated(
  event: Event,
  github: GitHub,
  covered: () => Promise<Covers>,
  checkedOut: ReadonlySet<string | undefined>,
): Promise<string | undefined> {
  const pull = event.name === "pull_request" ? pullOf(event) : undefined;
  const now = pull && (await readPullRequest(github, pull.number));
  const change = pull && now && changeOf(pull, now);
  // An event may lack what became of it.
  if (change !== undefined || now?.mergedAt === null) return change;
  if (now?.mergeCommit === null) throw new Error("GitHub does not say with which commit the pull request was merged");
  const branch = pull?.base ?? branchOfRun(event);
  const sha = now?.mergeCommit ?? event.sha;
  const newest = await newestCommit(branch, github);
  if (newest === undefined) return `the branch ${branch} does not exist any more`;
  // A merge is a commit of the branch, which goes on. The branch's newest files put nothing back.
  if (pull !== undefined && checkedOut.size === 1 && checkedOut.has(newest)) return undefined;
  const commits = [sha, ...checkedOut].filter((each) => each !== undefined);
  for (const commit of new Set(commits)) {
    const since = await changeSince(commit, newest, commit === sha, github, covered);
    if (since !== undefined) return `${commit.slice(0, 7)} is no longer the newest commit of ${branch}: ${since}`;
  }
  return undefined;
}

function pullOf(event: Event): PullRequest {
  const pull = eventPullRequest(event);
  if (pull === undefined) throw new Error("the event does not show the pull request");
  return pull;
}

/** How a pull request differs from that of the event. */
function changeOf(then: PullRequest, now: PullRequest): string | undefined {
  if (now.isOpen !== then.isOpen) return `the pull request is ${now.isOpen ? "open" : "closed"} now`;
  return now.head === then.head ? undefined : "the pull request has newer commits";
}

function branchOfRun({ ref, sha }: Event): string {
  const branch = branchOf(ref);
  if (branch === undefined) throw new Error(ref === "" ? "the run has no ref" : `${ref} is not a branch`);
  if (sha === "") throw new Error("environment variable GITHUB_SHA is not set");
  return branch;
}

/** `undefined` if there is no such branch. */
export async function newestCommit(branch: string, github: GitHub): Promise<string | undefined> {
  const segments = branch.split("/").map((segment) => path`/${segment}`);
  const answer = await github.call(`GET /git/matching-refs/heads${segments.join("")}`);
  const refs = expectAnswer(refsSchema, answer, "a list of branches");
  return refs.find(({ ref }) => ref === `refs/heads/${branch}`)?.object.sha;
}

/**
 * The change that the commits up to `newest` make to what the run covers, or why it is not known. `undefined`: none. `isOwn`: the commit of the run, which must be in the branch. Commits are compared,
 * because a tag may have the name of the branch.
 */
export async function changeSince(
  sha: string,
  newest: string,
  isOwn: boolean,
  github: GitHub,
  covered: () => Promise<Covers>,
): Promise<string | undefined> {
  if (newest === sha) return undefined;
  try {
    // Files are on the first page, and commits do not matter.
    const answer = await github.call("GET /compare/{basehead}", { basehead: `${sha}...${newest}`, per_page: 1 });
    const { status, files } = expectAnswer(compareSchema, answer, "a comparison");
    if (status === "identical") return undefined;
    if (status !== "ahead") return isOwn ? "it is not in the branch any more" : undefined;
    if (files === undefined || files.length >= MAX_FILES) return `${MAX_FILES} or more files have changed since`;
    const names = files.flatMap(({ filename, previous_filename: before = filename }) => [filename, before]);
    const changed = names.find(await covered());
    return changed === undefined ? undefined : `${changed} has changed since`;
  } catch (error) {
    // A commit of another repository, or one that the job has made.
    if (!isOwn && isMissing(error)) return undefined;
    return `what has changed since is not known (${messageOf(error)})`;
  }
}
