import { z } from "zod";
import type { Event } from "../event-rules.ts";
import { expectAnswer, type GitHub } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { readMarker, startsWithLine, type Marker } from "./marker.ts";

export interface PullRequest {
  readonly number: number;
  readonly isOpen: boolean;
  /** When it was merged, in the form of GitHub's API. `null` if it was not. */
  readonly mergedAt: string | null;
  /** The commit of the branch that it was merged with. `null` if it was not merged. */
  readonly mergeCommit: string | null;
  readonly head: string;
  /** The branch that it is from. */
  readonly branch: string | undefined;
  /** The branch that it is, or was, to be merged into. */
  readonly base: string;
}

/** A point in time, in the form of GitHub's API. */
export const time = z.iso.datetime({ offset: true });

const pullSchema = z
  .looseObject({
    number: z.int().positive(),
    state: z.enum(["open", "closed"]),
    merged_at: time.nullish(),
    merge_commit_sha: z.string().nullish(),
    head: z.looseObject({ sha: z.string(), ref: z.string().optional() }),
    base: z.looseObject({ ref: z.string() }),
  })
  .transform(({ number, state, merged_at, merge_commit_sha, head, base }) => ({
    number,
    isOpen: state === "open",
    mergedAt: merged_at ?? null,
    // An open one has a commit that GitHub merged to try it.
    mergeCommit: merged_at ? (merge_commit_sha ?? null) : null,
    head: head.sha,
    branch: head.ref,
    base: base.ref,
  }));
const pulls = { schema: pullSchema, what: "a list of pull requests" };

const eventSchema = z.looseObject({ pull_request: pullSchema });

/** The pull request that the event is about, as it was at that time. `undefined` for other events. */
export function eventPullRequest({ name, payload }: Event): PullRequest | undefined {
  return name === "pull_request" ? eventSchema.safeParse(payload).data?.pull_request : undefined;
}

export async function readPullRequest(github: GitHub, number: number): Promise<PullRequest> {
  const found = expectAnswer(pullSchema, await github.call("GET /pulls/{number}", { number }), "a pull request");
  if (found.number !== number)
    throw new GitHubError(`GitHub's answer is about pull request ${found.number}, not ${number}`);
  return found;
}

/** The pull requests that were merged into a branch, last merge first: of the 200 closed ones that changed last. */
export async function mergedPullRequests(github: GitHub, branch: string): Promise<PullRequest[]> {
  const lastChanged = { state: "closed", base: branch, sort: "updated", direction: "desc" };
  const closed = await github.list("GET /pulls", lastChanged, 4, pulls);
  const timeOf = ({ mergedAt }: PullRequest): number => Date.parse(mergedAt ?? "");
  return (
    closed
      // A forge may not know the filter.
      .filter(({ base, mergedAt }) => base === branch && mergedAt !== null)
      .toSorted((a, b) => timeOf(b) - timeOf(a) || b.number - a.number)
  );
}

/** A comment, an issue or a pull request of this step that the token's own user or app has written. */
export interface OwnComment {
  /** The number of an issue or a pull request, the ID of a comment. */
  readonly id: number;
  readonly body: string;
  readonly createdAt: string;
  /** When it was last written. Both in the form of GitHub's API. */
  readonly updatedAt: string;
  /** `undefined` if somebody has edited it away. */
  readonly marker: Marker | undefined;
}

/** What comments, issues and pull requests have in common. */
export const textSchema = z.looseObject({
  body: z.string().nullish(),
  created_at: time,
  updated_at: time,
  /** `null` if the account was deleted. */
  user: z.looseObject({ login: z.string() }).nullable(),
});
const commentSchema = textSchema.extend({ id: z.int().positive() });
const comments = { schema: commentSchema, what: "a list of comments" };

/** Pages of comments on one pull request: 10,000 comments. */
const MAX_PAGES = 200;

/** Tells the comments, issues and pull requests of a step from all others. */
export interface Author {
  readonly login: string;
  readonly firstLine: string;
}

/** The token's own comments of the step on a pull request, oldest first. */
export async function ownComments(github: GitHub, author: Author, number: number): Promise<OwnComment[]> {
  return ownOf(await github.list("GET /issues/{number}/comments", { number }, MAX_PAGES, comments), author);
}

/** Those of what GitHub shows that are the step's, oldest first. */
export function ownOf(
  found: readonly (z.infer<typeof textSchema> & { readonly id: number })[],
  { login, firstLine }: Author,
): OwnComment[] {
  const own = found.flatMap(({ id, body, created_at: createdAt, updated_at: updatedAt, user }) =>
    body && user?.login === login && startsWithLine(body, firstLine)
      ? { id, body, createdAt, updatedAt, marker: readMarker(body) }
      : [],
  );
  return own.toSorted((a, b) => a.id - b.id);
}
