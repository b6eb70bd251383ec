import { z } from "zod";
import { expectAnswer, type GitHub } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { isNewer, type Marker } from "./marker.ts";
import { ownComments, type Author } from "./pull-request.ts";

export interface CommentDraft {
  readonly body: string;
  readonly marker: Marker;
}

const createdSchema = z.looseObject({ id: z.int().positive() });

/** The fate of a step's comment. `outrun`: a newer run has written it. */
type CommentResult = "created" | "updated" | "outrun";

/**
 * Writes the one comment of a step: updates the oldest of the token's own and deletes the others, or creates one. GitHub cannot write only
 * if nothing has changed, so the comments are read just before, and before each of three tries. A comment that another job
 * created at the same moment is found just after: the later one of the two is deleted.
 */
export async function putComment(
  github: GitHub,
  author: Author,
  number: number,
  draft: CommentDraft,
): Promise<CommentResult> {
  let created: number | undefined;
  /** A list may still show a comment that was deleted. */
  const gone = new Set<number>();
  for (let tries = 1; ; tries += 1) {
    const all = (await ownComments(github, author, number)).filter(({ id }) => !gone.has(id));
    const [first, ...others] = all;
    // Also after a create, if the list is late.
    if (created !== undefined && (first === undefined || first.id >= created)) return "created";
    const isOld = all.some(({ marker }) => marker !== undefined && isNewer(marker, draft.marker));
    const doubles = isOld ? others.filter(({ id }) => id === created) : others;
    try {
      if (first === undefined) {
        const answer = await github.call("POST /issues/{number}/comments", { number, body: draft.body });
        created = expectAnswer(createdSchema, answer, "a comment").id;
      } else if (!isOld) await github.call("PATCH /issues/comments/{id}", { id: first.id, body: draft.body });
    } catch (error) {
      if (first !== undefined && isGone(error)) gone.add(first.id);
      else await github.waitToRepeat(error, tries);
      continue;
    }
    if (first === undefined) continue;
    for (const double of doubles) await remove(github, double.id);
    return isOld ? "outrun" : "updated";
  }
}

async function remove(github: GitHub, id: number): Promise<void> {
  await github.call("DELETE /issues/comments/{id}", { id }).catch((error: unknown) => {
    if (!isGone(error)) throw error;
  });
}

function isGone(error: unknown): boolean {
  return error instanceof GitHubError && error.status === 404;
}
