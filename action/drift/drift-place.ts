import { z } from "zod";
import { isNewer, type Marker } from "../comment/marker.ts";
import { ownOf, textSchema, type Author } from "../comment/pull-request.ts";
import type { CommentPlace } from "../comment/put-comment.ts";
import { withLastWord, type LastWord } from "../comment/render-comment.ts";
import { expectAnswer, type GitHub, type Parameters } from "../github.ts";
import { log } from "../log.ts";

const recordSchema = textSchema.extend({ number: z.int().positive(), pull_request: z.unknown().optional() });
const records = { schema: recordSchema, what: "a list of issues or pull requests" };
/** Pages of the open issues of one author. */
const MAX_PAGES = 40;

/** Where the one open issue, or pull request, of a step is. */
export interface DriftPlace extends CommentPlace {
  /** For the log. */
  readonly name: string;
  readonly close: (number: number, body: string) => Promise<unknown>;
}

/** The open issues of the step. `title`: of a new one. */
export function driftIssues(github: GitHub, author: Author, title: string): DriftPlace {
  return placeOf(github, author, "issues", { creator: author.login }, { title });
}

/** The open pull requests of the step from one branch into another one. `owner`: of the repository. */
export function driftPulls(
  github: GitHub,
  author: Author,
  { owner, branch, ...created }: { readonly [Field in "owner" | "branch" | "base" | "title"]: string },
): DriftPlace {
  return placeOf(github, author, "pulls", { head: `${owner}:${branch}` }, { ...created, head: branch });
}

function placeOf(
  github: GitHub,
  author: Author,
  kind: "issues" | "pulls",
  filter: Parameters,
  created: Parameters,
): DriftPlace {
  const change = (number: number, fields: Parameters) => github.call(`PATCH /${kind}/{number}`, { number, ...fields });
  const closed = (reason: string) => ({ state: "closed", ...(kind === "issues" && { state_reason: reason }) });
  return {
    name: kind === "issues" ? "Drift issue" : "Drift pull request",
    list: async () => {
      const found = await github.list(`GET /${kind}`, { state: "open", ...filter }, MAX_PAGES, records);
      // GitHub lists pull requests among the issues.
      const only = found.filter((each) => each.pull_request === undefined);
      return ownOf(
        only.map((each) => ({ ...each, id: each.number })),
        author,
      );
    },
    create: async (body) =>
      expectAnswer(recordSchema, await github.call(`POST /${kind}`, { ...created, body }), "an issue or a pull request")
        .number,
    update: (number, body) => change(number, { body }),
    remove: (number) => change(number, closed("not_planned")),
    close: (number, body) => change(number, { body, ...closed("completed") }),
  };
}

/** The state of what a run writes: a newer run replaces an older one. */
export function markerOf({ run, commit }: Pick<Marker, "run" | "commit">): Marker {
  return { stage: "plan", run, commit, changes: null, isComplete: false };
}

/** Closes what is open, unless a newer run wrote it. Each text stays as it was, below one sentence. */
export async function closeWith(word: LastWord, { name, list, close }: DriftPlace, now: Marker): Promise<void> {
  for (const { id: number, body, marker } of await list()) {
    if (marker !== undefined && isNewer(marker, now)) continue;
    await close(number, withLastWord(body, word, now));
    log(`${name} ${number}: closed, because ${word === "gone" ? "the drift is gone" : "no value is left for it"}`);
  }
}
