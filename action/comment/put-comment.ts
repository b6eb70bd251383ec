import { z } from "zod";
import { expectAnswer, type GitHub } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { isNewer, type Marker } from "./marker.ts";
import { ownComment, ownComments, type Author, type OwnComment } from "./own-comments.ts";

/** The comment to write: its body, and the marker in it. */
export interface Draft {
  readonly body: string;
  readonly marker: Marker;
}

/** What a step did with its comment. `outrun`: a newer run has written it. */
type Written = "created" | "updated" | "outrun";

/**
 * Writes the one comment of a step: updates the oldest of the token's own, or creates one. GitHub cannot write only if nothing has
 * changed, so the comment is read again just before, and a comment that another job created at the same moment is found
 * just after: the later one of the two is deleted. `tries`: how often it was created, and GitHub failed.
 */
export async function putComment(
  github: GitHub,
  author: Author,
  number: number,
  found: readonly OwnComment[],
  draft: Draft,
  tries = 1,
): Promise<Written> {
  const [first, ...doubles] = found;
  if (first !== undefined) {
    if (found.some((comment) => isOutrun(comment, draft))) return "outrun";
    const written = await update(github, author, first.id, draft);
    if (written === "updated") for (const double of doubles) await remove(github, double.id);
    if (written !== undefined) return written;
  }
  let id: number;
  try {
    id = await create(github, number, draft.body);
  } catch (error) {
    await github.waitToRepeat(error, tries);
    // It may be there.
    return putComment(github, author, number, await ownComments(github, author, number), draft, tries + 1);
  }
  const earlier = (await ownComments(github, author, number)).find((comment) => comment.id < id);
  const written = earlier && (await update(github, author, earlier.id, draft));
  if (written === undefined) return "created";
  await remove(github, id);
  return written;
}

function isOutrun({ marker: live }: OwnComment, { marker }: Draft): boolean {
  return live !== undefined && isNewer(live, marker);
}

async function create(github: GitHub, number: number, body: string): Promise<number> {
  const answer = await github.call("POST /issues/{number}/comments", { number, body });
  return expectAnswer(z.looseObject({ id: z.int().positive() }), answer, "a comment").id;
}

/** Updates a comment that may be updated, up to three times. Reads it before each: a newer run may have written it. `undefined` if it is gone. */
async function update(github: GitHub, author: Author, id: number, draft: Draft): Promise<Written | undefined> {
  for (let tries = 1; ; tries += 1) {
    const now = await unlessGone(() => ownComment(github, author, id));
    if (now === undefined) return undefined;
    if (isOutrun(now, draft)) return "outrun";
    try {
      await github.call("PATCH /issues/comments/{id}", { id, body: draft.body });
      return "updated";
    } catch (error) {
      await github.waitToRepeat(error, tries);
    }
  }
}

/** A comment that is gone is removed. */
async function remove(github: GitHub, id: number): Promise<void> {
  await unlessGone(() => github.call("DELETE /issues/comments/{id}", { id }));
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return undefined;
    throw error;
  }
}
