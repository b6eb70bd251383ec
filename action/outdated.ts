import { z } from "zod";
import { messageOf } from "../core/api/errors.ts";
import { path } from "../core/api/path.ts";
import type { Covers } from "./covered-files.ts";
import { eventPullRequest, readPullRequest } from "./comment/pull-request.ts";
import type { Event } from "./event.ts";
import { expectAnswer, type GitHub } from "./github.ts";
import { GitHubError } from "./github-exchange.ts";

/** Whether the commit of this run may be applied. `why`: it is outdated, or could not be checked. */
export type Age =
  | { readonly mayApply: true; readonly why?: string }
  | { readonly mayApply: false; readonly why: string };

/** Every ref that starts with the branch's name. Unlike a single ref, a branch that was deleted is no 404, which can have other causes. */
const refsSchema = z.array(z.looseObject({ ref: z.string(), object: z.looseObject({ sha: z.string() }) }));

const compareSchema = z.looseObject({
  status: z.enum(["identical", "ahead", "behind", "diverged"]),
  files: z.array(z.looseObject({ filename: z.string(), previous_filename: z.string().optional() })).optional(),
});
/** GitHub lists no more files of a comparison. */
const MAX_FILES = 300;

/**
 * Asks GitHub whether the commit is current: a run that waited, or is run again, would put back what a newer one has changed. A commit
 * of a branch is current if nothing that the run covers has changed since. `checkedOut`: the commits that the files are of (`undefined`: not known), for an event that does not say. If GitHub cannot be asked, a first attempt may apply and a
 * re-run may not.
 */
export async function checkAge(
  event: Event,
  github: GitHub,
  covered: () => Promise<Covers>,
  checkedOut: ReadonlySet<string | undefined> = new Set(),
): Promise<Age> {
  try {
    const why = await whyOutdated(event, github, covered, checkedOut);
    return why === undefined ? { mayApply: true } : { mayApply: false, why };
  } catch (error) {
    // GitHub hides behind 404 what a token may not see.
    const isHidden = error instanceof GitHubError && (error.status === 403 || error.status === 404);
    const more = event.name === "pull_request" ? " or pull-requests: read" : "";
    const hint = isHidden ? `; the job may lack the permission contents: read${more}` : "";
    const why = `it is not known whether this commit is the newest (${messageOf(error)})${hint}`;
    return event.isRerun ? { mayApply: false, why: `this is a re-run, and ${why}` } : { mayApply: true, why };
  }
}

async function whyOutdated(
  event: Event,
  github: GitHub,
  covered: () => Promise<Covers>,
  checkedOut: ReadonlySet<string | undefined>,
): Promise<string | undefined> {
  const { name, ref, sha } = event;
  if (name === "pull_request") {
    const then = eventPullRequest(event);
    if (then === undefined) throw new Error("the event does not show the pull request");
    const now = await readPullRequest(github, then.number);
    if (now.isOpen !== then.isOpen) return `the pull request is ${now.isOpen ? "open" : "closed"} now`;
    if (now.head !== then.head) return "the pull request has newer commits";
    if (then.mergeCommit === null) return undefined;
    // A merge is a commit of the branch, which goes on. The branch's newest files put nothing back.
    const newest = await newestCommit(then.base, github);
    const isNewest = newest !== undefined && checkedOut.size === 1 && checkedOut.has(newest);
    return isNewest ? undefined : whyOld(then.base, newest, [then.mergeCommit], github, covered);
  }
  const branch = /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
  if (branch === undefined) throw new Error(ref === "" ? "the run has no ref" : `${ref} is not a branch`);
  if (sha === "") throw new Error("environment variable GITHUB_SHA is not set");
  const commits = [...new Set([sha, ...checkedOut])].filter((each) => each !== undefined);
  return whyOld(branch, await newestCommit(branch, github), commits, github, covered);
}

/** `undefined` if there is no such branch. */
async function newestCommit(branch: string, github: GitHub): Promise<string | undefined> {
  const segments = branch.split("/").map((segment) => path`/${segment}`);
  const answer = await github.call(`GET /git/matching-refs/heads${segments.join("")}`);
  const refs = expectAnswer(refsSchema, answer, "a list of branches");
  return refs.find(({ ref }) => ref === `refs/heads/${branch}`)?.object.sha;
}

/** Only the first commit must be in the branch, whose newest one is given. */
async function whyOld(
  branch: string,
  newest: string | undefined,
  commits: readonly string[],
  github: GitHub,
  covered: () => Promise<Covers>,
): Promise<string | undefined> {
  if (newest === undefined) return `the branch ${branch} does not exist any more`;
  for (const [index, sha] of commits.entries()) {
    const elsewhere = index === 0 ? "it is not in the branch any more" : undefined;
    const change = await changeSince(sha, newest, github, covered, elsewhere).catch((error: unknown) =>
      // A commit of another repository, or one that the job has made.
      index > 0 && error instanceof GitHubError && error.status === 404
        ? undefined
        : `what has changed since is not known (${messageOf(error)})`,
    );
    if (change !== undefined) return `${sha.slice(0, 7)} is no longer the newest commit of ${branch}: ${change}`;
  }
  return undefined;
}

/**
 * What newer commits change of what the run covers, or `elsewhere` if the commit is not in the branch. The commits are compared,
 * because a tag may have the name of the branch.
 */
async function changeSince(
  sha: string,
  newest: string,
  github: GitHub,
  covered: () => Promise<Covers>,
  elsewhere: string | undefined,
): Promise<string | undefined> {
  if (newest === sha) return undefined;
  // Files are on the first page, and commits do not matter.
  const answer = await github.call("GET /compare/{basehead}", { basehead: `${sha}...${newest}`, per_page: 1 });
  const { status, files } = expectAnswer(compareSchema, answer, "a comparison");
  if (status === "identical") return undefined;
  if (status !== "ahead") return elsewhere;
  if (files === undefined || files.length >= MAX_FILES) return `${MAX_FILES} or more files have changed since`;
  const covers = await covered();
  const names = files.flatMap(({ filename, previous_filename: before = filename }) => [filename, before]);
  const changed = names.find(covers);
  return changed === undefined ? undefined : `${changed} has changed since`;
}
