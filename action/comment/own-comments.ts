import { z } from "zod";
import type { GitHub } from "../github.ts";
import { time } from "./pull-request.ts";
import { readMarker, startsWithLine, type Marker } from "./marker.ts";

/** A comment of this step that the token's own user or app has written. */
export interface OwnComment {
  readonly id: number;
  readonly body: string;
  readonly createdAt: string;
  /** When it was last written. Both in the form of GitHub's API. */
  readonly updatedAt: string;
  /** `undefined` if somebody has edited it away. */
  readonly marker: Marker | undefined;
}

const commentSchema = z.looseObject({
  id: z.int().positive(),
  body: z.string().nullish(),
  created_at: time,
  updated_at: time,
  /** `null` if the account was deleted. */
  user: z.looseObject({ login: z.string() }).nullable(),
});
const comments = { schema: commentSchema, what: "a list of comments" };

/** Pages of comments on one pull request: 10,000 comments. */
const MAX_PAGES = 200;

/** Tells the comments of a step from all others. */
export interface Author {
  readonly login: string;
  readonly firstLine: string;
}

/** The token's own comments of the step on a pull request, oldest first. */
export async function ownComments(github: GitHub, { login, firstLine }: Author, number: number): Promise<OwnComment[]> {
  const found = await github.list("GET /issues/{number}/comments", { number }, MAX_PAGES, comments);
  const own = found.flatMap(({ id, body, created_at: createdAt, updated_at: updatedAt, user }) =>
    body && user?.login === login && startsWithLine(body, firstLine)
      ? { id, body, createdAt, updatedAt, marker: readMarker(body) }
      : [],
  );
  return own.toSorted((a, b) => a.id - b.id);
}
