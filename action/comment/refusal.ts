import { GitHubError } from "../github-exchange.ts";

/** GitHub hides what a token may not see behind 404. */
const REFUSALS = new Set([401, 403, 404]);

/** Whether the token may not do it. */
export function isRefusal({ status }: GitHubError): boolean {
  return status !== undefined && REFUSALS.has(status);
}

/** Why there is no comment, and what to do about it. `undefined` if the error is not one of GitHub. */
export function explainRefusal(error: unknown): string | undefined {
  if (!(error instanceof GitHubError)) return undefined;
  if (!isRefusal(error)) return `${error.message}.`;
  return (
    `${error.message}: input github-token may not read or write comments. Add "pull-requests: write" to the permissions of this ` +
    "job in the workflow file, beside the permissions it has. If no comment is wanted, set comment: never."
  );
}
