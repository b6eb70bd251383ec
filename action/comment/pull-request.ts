import { z } from "zod";
import type { Event } from "../event.ts";
import { expectAnswer, type Repository } from "./repository.ts";

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
const pullsSchema = z.array(pullSchema);

const eventSchema = z.looseObject({
  pull_request: z.looseObject({ number: z.int().positive(), head: z.looseObject({ sha: z.string() }) }),
});

/** The pull request that the event is about, and its newest commit at that time. `undefined` for other events. */
export function eventPullRequest({ name, payload }: Event): Pick<PullRequest, "number" | "head"> | undefined {
  if (!name.startsWith("pull_request")) return undefined;
  const pull = eventSchema.safeParse(payload).data?.pull_request;
  return pull === undefined ? undefined : { number: pull.number, head: pull.head.sha };
}

export async function readPullRequest({ github, names }: Repository, number: number): Promise<PullRequest> {
  const answer = await github.call("GET /repos/{owner}/{repo}/pulls/{number}", { ...names, number });
  return expectAnswer(pullSchema, answer, "a pull request");
}

/** The numbers of the open pull requests that changed last. */
export async function openPullRequests({ github, names }: Repository): Promise<number[]> {
  const route = "GET /repos/{owner}/{repo}/pulls";
  const found: number[] = [];
  for await (const page of github.pages(route, { ...names, state: "open", sort: "updated", direction: "desc" }, 4)) {
    found.push(...expectAnswer(pullsSchema, page, "a list of pull requests").map(({ number }) => number));
  }
  return found;
}

/** The merged pull requests that brought the commit to the branch. */
export async function mergedPullRequests({ github, names }: Repository, { sha, ref }: Event): Promise<PullRequest[]> {
  const branch = ref.replace(/^refs\/heads\//, "");
  const found: z.infer<typeof pullsSchema> = [];
  for await (const page of github.pages("GET /repos/{owner}/{repo}/commits/{sha}/pulls", { ...names, sha }, 4)) {
    found.push(...expectAnswer(pullsSchema, page, "a list of pull requests"));
  }
  const merged = found.filter(({ mergedAt, base }) => mergedAt !== null && base === branch);
  // A commit can be in several pull requests, for example in one into which another was merged first.
  const exact = merged.filter(({ mergeCommit }) => mergeCommit === sha);
  return exact.length > 0 ? exact : merged;
}
