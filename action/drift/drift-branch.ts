import { createHash } from "node:crypto";
import { z } from "zod";
import { expectAnswer, type GitHub } from "../github.ts";
import { GitHubError, isMissing } from "../github-exchange.ts";
import { newestCommit } from "../outdated.ts";

/** A file of the commit that the run is for, and its new text. */
export interface FileChange {
  /** The path in the repository. */
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

const contentSchema = z.looseObject({ type: z.string(), sha: z.string() });
const shaSchema = z.looseObject({ sha: z.string() });
const commitSchema = z.looseObject({ message: z.string(), tree: shaSchema, parents: z.array(shaSchema) });

const MESSAGE = "Bring live values into the project files\n\nprojectsync found that they differ from what is live.";

/**
 * Makes one commit on top of `base` the content of a branch, through GitHub's API: the run needs no git, and its checkout no credentials. Leaves
 * the branch if it has that commit already. Throws a GitHubError if it has commits of somebody else, or if a file is not as in `base`.
 */
export async function putBranch(
  github: GitHub,
  branch: string,
  base: string,
  changes: readonly FileChange[],
): Promise<void> {
  for (const { name, before } of changes) await checkFile(github, base, name, before);
  const { tree: baseTree } = await readCommit(github, base);
  const tree = changes.map(({ name, after }) => ({ path: name, mode: "100644", type: "blob", content: after }));
  const { sha: newTree } = expectAnswer(
    shaSchema,
    await github.call("POST /git/trees", { base_tree: baseTree.sha, tree }),
    "a tree",
  );
  const head = await newestCommit(branch, github);
  const now = head === undefined ? undefined : await readCommit(github, head);
  if (now !== undefined && !isOwn(now))
    throw new GitHubError(`its branch ${branch} has commits of somebody else. Delete the branch to get a new one`);
  if (now?.tree.sha === newTree && now.parents[0]?.sha === base) return;
  const commit = { message: `${MESSAGE}\n\n${treeLine(newTree)}`, tree: newTree, parents: [base] };
  const { sha } = expectAnswer(shaSchema, await github.call("POST /git/commits", commit), "a commit");
  if (now === undefined) await github.call("POST /git/refs", { ref: `refs/heads/${branch}`, sha });
  else await github.call("PATCH /git/refs/heads/{branch}", { branch, sha, force: true });
}

/** A file that the job has made or changed is no file of the commit. */
async function checkFile(github: GitHub, commit: string, name: string, text: string): Promise<void> {
  const answer = await github.call("GET /contents/{name}", { name, ref: commit }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  const { data } = contentSchema.safeParse(answer);
  if (data?.type !== "file" || data.sha !== blobOf(text))
    throw new GitHubError(`${name} is not as in commit ${commit.slice(0, 7)}`);
}

/** The ID that git gives a text. */
function blobOf(text: string): string {
  return createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");
}

async function readCommit(github: GitHub, sha: string): Promise<z.infer<typeof commitSchema>> {
  return expectAnswer(commitSchema, await github.call("GET /git/commits/{sha}", { sha }), "a commit");
}

/** The last line of a commit of ours: somebody who adds to it, or amends it, makes another tree. */
function treeLine(tree: string): string {
  return `projectsync-tree: ${tree}`;
}

function isOwn({ message, tree, parents }: z.infer<typeof commitSchema>): boolean {
  return parents.length === 1 && message.trimEnd().endsWith(`\n${treeLine(tree.sha)}`);
}
