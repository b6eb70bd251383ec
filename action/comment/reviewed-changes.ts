import type { PullRequest } from "./pull-request.ts";
import type { OwnComment } from "./own-comments.ts";

/** The changes that a merged pull request's comment showed before the merge, or why it shows none. */
export type ReviewedChanges = { readonly changes: readonly string[] } | { readonly missing: string };

/** `comments`: the token's own for the label. */
export function reviewedChanges(comments: readonly OwnComment[], pull: PullRequest): ReviewedChanges {
  const name = `pull request ${pull.number}`;
  const missing = (why: string): ReviewedChanges => ({ missing: why });
  const [comment] = comments;
  if (comment === undefined) return missing(`There is no comment of this token with this label on ${name}.`);
  if (comments.length > 1) return missing(`There are several comments with this label on ${name}.`);
  const { marker, updatedAt } = comment;
  if (marker === undefined) return missing(`The comment on ${name} was edited.`);
  if (marker.commit !== pull.head) {
    const [shown, merged] = [marker.commit, pull.head].map((sha) => sha.slice(0, 7));
    return missing(`The comment on ${name} is about commit ${shown}, and ${merged} was merged.`);
  }
  // Later stages keep the changes of the plan, and only if it was written in time.
  const isLate = marker.stage === "plan" && pull.mergedAt !== null && Date.parse(updatedAt) > Date.parse(pull.mergedAt);
  if (isLate) return missing(`The comment on ${name} was written after the merge.`);
  return marker.changes === null
    ? missing(`The comment on ${name} does not list its changes.`)
    : { changes: marker.changes };
}
