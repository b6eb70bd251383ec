import type { z } from "zod";
import type { GitHub } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";

/** The repository of the run, and the client that asks GitHub about it. */
export interface Repository {
  readonly github: GitHub;
  /** The placeholders of each route. */
  readonly names: { readonly owner: string; readonly repo: string };
}

/** `fullName`: such as `acme/sites`. */
export function repositoryOf(github: GitHub, fullName: string): Repository {
  const [owner = "", repo = ""] = fullName.split("/");
  if (owner === "" || repo === "") throw new GitHubError("environment variable GITHUB_REPOSITORY is not set");
  return { github, names: { owner, repo } };
}

/** Validates an answer. `what` names it, such as `a comment`. */
export function expectAnswer<T>(schema: z.ZodType<T>, answer: unknown, what: string): T {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw new GitHubError(`GitHub's answer is not ${what}`);
  return data;
}
