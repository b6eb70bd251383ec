/* Comments and pull requests, and how GitHub shows them. */

/** When what has no time of its own was written. */
export const WRITTEN = "2026-01-02T03:04:05Z";

/** A comment as the stand-in keeps it. */
export interface StandInComment {
  readonly id: number;
  readonly number: number;
  readonly login: string;
  body: string;
  createdAt: string;
  updatedAt: string;
}

/** A pull request as the stand-in keeps it. */
export interface StandInPull {
  readonly number: number;
  readonly head: string;
  readonly state?: "open" | "closed";
  readonly mergedAt?: string;
  readonly mergeCommit?: string;
  readonly base?: string;
  /** The branch that it is from. */
  readonly branch?: string;
  readonly title?: string;
  readonly body?: string;
  /** Who opened it. */
  readonly login?: string;
  readonly updatedAt?: string;
  readonly closedAt?: string;
  /** The repository that it is in. Default: that of the run. */
  readonly repository?: string;
  /** A forge that does not know the filter by base, such as Gitea, lists it for every branch. */
  readonly isListedAnyway?: boolean;
}

export function asComment({ id, number, login, body, createdAt, updatedAt }: StandInComment) {
  const issue_url = `https://github.example/api/v3/repos/acme/sites/issues/${number}`;
  return { id, body, updated_at: updatedAt, created_at: createdAt, issue_url, user: { login, type: "Bot" } };
}

export function asPull({ number, head, mergedAt, mergeCommit, ...pull }: StandInPull) {
  const state: "open" | "closed" = pull.state ?? (mergedAt === undefined ? "open" : "closed");
  return {
    number,
    state,
    title: pull.title ?? "",
    body: pull.body ?? null,
    user: { login: pull.login ?? "octocat", type: pull.login === undefined ? "User" : "Bot" },
    created_at: WRITTEN,
    merged_at: mergedAt ?? null,
    updated_at: pull.updatedAt ?? mergedAt ?? WRITTEN,
    merge_commit_sha: mergeCommit ?? null,
    closed_at: pull.closedAt ?? null,
    base: { ref: pull.base ?? "main", repo: { full_name: pull.repository ?? "acme/sites" } },
    head: { sha: head, ref: pull.branch ?? "topic" },
  };
}
