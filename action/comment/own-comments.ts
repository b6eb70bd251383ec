import { z } from "zod";
import { expectAnswer, type Repository } from "./repository.ts";
import { hasLabel, readMarker, type Marker } from "./marker.ts";

/** A comment for one label that the token's own user or app has written. */
export interface OwnComment {
  readonly id: number;
  readonly pullRequest: number;
  readonly body: string;
  /** When it was last written, in the form of GitHub's API. */
  readonly updatedAt: string;
  /** `undefined` if somebody has edited it away. */
  readonly marker: Marker | undefined;
}

const commentSchema = z.looseObject({
  id: z.int().positive(),
  body: z.string().nullish(),
  updated_at: z.string(),
  /** Ends with the number of the pull request. */
  issue_url: z.string(),
  /** `null` if the account was deleted. */
  user: z.looseObject({ login: z.string() }).nullable(),
});
type Comment = z.infer<typeof commentSchema>;
const commentsSchema = z.array(commentSchema);

/** Pages of comments on one pull request: 10,000 comments. */
const MAX_PAGES = 200;

/** Knows which comments are the token's own, for one label. */
export interface Author {
  readonly login: string;
  readonly label: string;
}

/** Comments on a pull request, oldest first. */
export async function ownComments(repository: Repository, author: Author, number: number): Promise<OwnComment[]> {
  const { github, names } = repository;
  const route = "GET /repos/{owner}/{repo}/issues/{number}/comments";
  return collect(github.pages(route, { ...names, number }, MAX_PAGES), author);
}

/** Those comments of the whole repository that changed last: three pages of all comments. */
export async function recentOwnComments({ github, names }: Repository, author: Author): Promise<OwnComment[]> {
  const route = "GET /repos/{owner}/{repo}/issues/comments";
  return collect(github.pages(route, { ...names, sort: "updated", direction: "desc" }, 3), author);
}

/** `undefined` if the comment is not the token's own, or not for the label. */
export async function ownComment(repository: Repository, author: Author, id: number): Promise<OwnComment | undefined> {
  const { github, names } = repository;
  const answer = await github.call("GET /repos/{owner}/{repo}/issues/comments/{id}", { ...names, id });
  return asOwn(expectAnswer(commentSchema, answer, "a comment"), author);
}

async function collect(pages: AsyncIterable<unknown>, author: Author): Promise<OwnComment[]> {
  const found: OwnComment[] = [];
  for await (const page of pages) {
    for (const comment of expectAnswer(commentsSchema, page, "a list of comments")) {
      const own = asOwn(comment, author);
      if (own !== undefined) found.push(own);
    }
  }
  return found.toSorted((a, b) => a.id - b.id);
}

function asOwn({ id, body, updated_at, issue_url, user }: Comment, author: Author): OwnComment | undefined {
  const number = Number(/\/(\d+)$/.exec(issue_url)?.[1]);
  if (!body || !Number.isSafeInteger(number) || user?.login !== author.login || !hasLabel(body, author.label)) {
    return undefined;
  }
  return { id, pullRequest: number, body, updatedAt: updated_at, marker: readMarker(body) };
}
