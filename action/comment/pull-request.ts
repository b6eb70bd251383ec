import { z } from "zod";
import type { Event } from "../event.ts";
import { expectAnswer, type GitHub } from "../github.ts";

export interface PullRequest {
  readonly number: number;
  readonly isOpen: boolean;
  /** When it was merged, in the form of GitHub's API. `null` if it was not. */
  readonly mergedAt: string | null;
  /** Its newest commit. */
  readonly head: string;
}

const pullSchema = z
  .looseObject({
    number: z.int().positive(),
    state: z.enum(["open", "closed"]),
    merged_at: z.string().nullish(),
    merge_commit_sha: z.string().nullish(),
    base: z.looseObject({ ref: z.string() }),
    head: z.looseObject({ sha: z.string() }),
  })
  .transform(({ number, state, merged_at, merge_commit_sha, base, head }) => ({
    number,
    isOpen: state === "open",
    mergedAt: merged_at ?? null,
    mergeCommit: merge_commit_sha ?? null,
    base: base.ref,
    head: head.sha,
  }));
const pulls = { schema: pullSchema, what: "a list of pull requests" };

const eventSchema = z.looseObject({ pull_request: pullSchema });

/** The pull request that the event is about, as it was at that time. `undefined` for other events. */
export function eventPullRequest({ name, payload }: Event): PullRequest | undefined {
  return name === "pull_request" ? eventSchema.safeParse(payload).data?.pull_request : undefined;
}

export async function readPullRequest(github: GitHub, number: number): Promise<PullRequest> {
  return expectAnswer(pullSchema, await github.call("GET /pulls/{number}", { number }), "a pull request");
}

/** The merged pull requests that brought the commit to the branch. */
export async function mergedPullRequests(github: GitHub, { sha, ref }: Event): Promise<PullRequest[]> {
  const branch = ref.replace(/^refs\/heads\//, "");
  const found = await github.list("GET /commits/{sha}/pulls", { sha }, 4, pulls);
  const merged = found.filter(({ mergedAt, base }) => mergedAt !== null && base === branch);
  // A commit can be in several pull requests, for example in one into which another was merged first.
  const exact = merged.filter(({ mergeCommit }) => mergeCommit === sha);
  return exact.length > 0 ? exact : merged;
}
