import { messageOf } from "../../provider/api/errors.ts";
import type { GitHub } from "../github.ts";
import { log } from "../log.ts";
import { recentOwnComments, type Author } from "./own-comments.ts";
import { openPullRequests } from "./pull-request.ts";

/**
 * The other open pull requests whose comments for the label are about one of these projects. Reads the 200 pull requests and the
 * 150 comments that changed last, so there may be more. None if GitHub does not answer.
 */
export async function findOverlaps(
  github: GitHub,
  author: Author,
  number: number,
  projects: readonly string[],
): Promise<number[]> {
  if (projects.length === 0) return [];
  try {
    const comments = await recentOwnComments(github, author);
    const others = comments
      .filter(({ marker }) => marker?.stage === "plan" && marker.projects.some((each) => projects.includes(each)))
      .map(({ pullRequest }) => pullRequest)
      .filter((other) => other !== number);
    const open = others.length === 0 ? [] : await openPullRequests(github);
    return [...new Set(others)].filter((other) => open.includes(other)).toSorted((a, b) => a - b);
  } catch (error) {
    log(`Other pull requests were not searched for the same projects: ${messageOf(error)}.`);
    return [];
  }
}
