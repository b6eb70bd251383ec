import { recentOwnComments, type Author } from "./own-comments.ts";
import { openPullRequests } from "./pull-request.ts";
import type { Repository } from "./repository.ts";

/**
 * The other open pull requests whose comments for the label are about one of these projects. Reads the 200 pull requests and the
 * 150 comments that changed last, so there may be more.
 */
export async function findOverlaps(
  repository: Repository,
  author: Author,
  number: number,
  projects: readonly string[],
): Promise<number[]> {
  if (projects.length === 0) return [];
  const comments = (await recentOwnComments(repository, author)).filter(
    ({ pullRequest, marker }) =>
      pullRequest !== number && marker?.stage === "plan" && marker.projects.some((each) => projects.includes(each)),
  );
  if (comments.length === 0) return [];
  const open = await openPullRequests(repository);
  return [...new Set(comments.map(({ pullRequest }) => pullRequest))]
    .filter((other) => open.includes(other))
    .toSorted((a, b) => a - b);
}
