import { z } from "zod";
import { expectAnswer, type GitHub } from "../github.ts";
import { GitHubError } from "../github-exchange.ts";
import { isNewer, type Marker } from "./marker.ts";
import { ownComment, ownComments, type Author, type OwnComment } from "./own-comments.ts";

/** The comment to write: its body, and where the marker in it stands. */
export interface Draft {
  readonly body: string;
  readonly marker: Marker;
  /** A digest of what the step that writes is about. Default: that of the marker. */
  readonly step?: string;
}

/** What a step did with its comment. `outrun`: a newer run has written it. `shared`: another step has, with the same label. */
export type Written = "created" | "updated" | "outrun" | "shared";

/**
 * Writes the one comment for a label: updates the oldest of the token's own, or creates one. GitHub cannot write only if nothing has
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
    const obstacle = found.map((comment) => obstacleIn(comment, draft)).find((each) => each !== undefined);
    const written = obstacle ?? (await update(github, author, first.id, draft));
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

/** Why the comment must stay as it is. */
function obstacleIn(
  { marker: live, body }: OwnComment,
  { marker, step = marker.step, body: own }: Draft,
): "outrun" | "shared" | undefined {
  // An answer was lost: it is this draft.
  if (live === undefined || body.trimEnd() === own.trimEnd()) return undefined;
  if (isNewer(live, marker)) return "outrun";
  const isSameRun = live.run.id === marker.run.id && live.run.attempt === marker.run.attempt;
  return live.step !== step && (isSameRun || arePlans(live, marker)) ? "shared" : undefined;
}

/** Whether both show reviewers a plan for the same commit. */
function arePlans(a: Marker, b: Marker): boolean {
  const shown = [a, b].filter(({ stage, changes }) => stage === "plan" && changes !== null);
  return shown.length === 2 && a.commit === b.commit;
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
    const obstacle = obstacleIn(now, draft);
    if (obstacle !== undefined) return obstacle;
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
