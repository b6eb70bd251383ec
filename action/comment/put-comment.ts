import { z } from "zod";
import { expectAnswer, type GitHub } from "../github.ts";
import { isMissing } from "../github-exchange.ts";
import { isNewer, type Marker } from "./marker.ts";
import { ownComments, type Author, type OwnComment } from "./pull-request.ts";

export interface CommentDraft {
  readonly body: string;
  readonly marker: Marker;
}

/** Where the one comment of a step is: on a pull request, or an issue of its own. */
export interface CommentPlace {
  /** The token's own, oldest first. */
  readonly list: () => Promise<readonly OwnComment[]>;
  /** Resolves with the ID. */
  readonly create: (body: string) => Promise<number>;
  readonly update: (id: number, body: string) => Promise<unknown>;
  /** Removes one that was created at the same moment as another one. */
  readonly remove: (id: number) => Promise<unknown>;
}

const createdSchema = z.looseObject({ id: z.int().positive() });

export function commentsOn(github: GitHub, author: Author, number: number): CommentPlace {
  return {
    list: () => ownComments(github, author, number),
    create: async (body) =>
      expectAnswer(createdSchema, await github.call("POST /issues/{number}/comments", { number, body }), "a comment")
        .id,
    update: (id, body) => github.call("PATCH /issues/comments/{id}", { id, body }),
    remove: (id) => github.call("DELETE /issues/comments/{id}", { id }),
  };
}

/** The fate of a step's comment, for the log. */
const OUTRUN = "left as it is, because a newer run has written it.";
type CommentResult = "created" | "updated" | typeof OUTRUN;

/**
 * Writes the one comment of a step: updates the oldest of the token's own and removes the others, or creates one. GitHub cannot write only
 * if nothing has changed, so the comments are read just before, and before each of three tries. A comment that another job
 * created at the same moment is found just after: the later one of the two is removed. Resolves with its ID and its fate.
 */
export async function putComment(
  github: GitHub,
  place: CommentPlace,
  draft: CommentDraft,
): Promise<readonly [number, CommentResult]> {
  let created: number | undefined;
  /** A list may still show a comment that was deleted. */
  const gone = new Set<number>();
  for (let tries = 1; ; tries += 1) {
    const all = (await place.list()).filter(({ id }) => !gone.has(id));
    const [first, ...others] = all;
    // Also after a create, if the list is late.
    if (created !== undefined && (first === undefined || first.id >= created)) return [created, "created"];
    const isOld = all.some(({ marker }) => marker !== undefined && isNewer(marker, draft.marker));
    const doubles = isOld ? others.filter(({ id }) => id === created) : others;
    try {
      if (first === undefined) created = await place.create(draft.body);
      else if (!isOld) await place.update(first.id, draft.body);
    } catch (error) {
      if (first !== undefined && isMissing(error)) gone.add(first.id);
      else await github.waitToRepeat(error, tries);
      continue;
    }
    if (first === undefined) continue;
    for (const double of doubles) {
      await place.remove(double.id).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    }
    return [first.id, isOld ? OUTRUN : "updated"];
  }
}
