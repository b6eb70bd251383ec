import { createHash } from "node:crypto";
import { z } from "zod";
import { asPull, WRITTEN, type StandInPull } from "./github-records.ts";

/* The issues, the branches and the new pull requests of a repository, as GitHub's REST API takes and shows them. Unknown fields are refused. */

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** An issue as the stand-in keeps it. */
export interface StandInIssue {
  readonly number: number;
  readonly body: string;
  /** Who opened it. Default: the owner of the token. */
  readonly login?: string;
  readonly title?: string;
  readonly state?: "open" | "closed";
  readonly state_reason?: string;
}

interface Commit {
  readonly message: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

type Files = Readonly<Record<string, string>>;

export interface RepositoryOptions {
  readonly issues?: readonly StandInIssue[];
  /** The commit of the branch `main`, and its files. Without it, the stand-in has no branches. */
  readonly base?: { readonly commit: string; readonly files: Files };
}

const notFound: Reply = { status: 404, body: { message: "Not Found" } };
const invalid = (message: string): Reply => {
  return { status: 422, body: { message: "Validation Failed", errors: [{ message }] } };
};

/** As GitHub counts: in characters. One may have four bytes. */
const textOf = (most: number, what: string) =>
  z.string().refine((text) => Array.from(text).length <= most, `${what} is too long (maximum is ${most} characters)`);
const body = textOf(65_536, "Body");
const title = textOf(256, "Title").min(1);
const state = z.enum(["open", "closed"]);
const sha = z.string().regex(/^[0-9a-f]{40}$/);
const issueSchema = z.strictObject({ title, body });
const state_reason = z.enum(["completed", "not_planned", "duplicate", "reopened"]);
const issueChange = z.strictObject({
  body: body.exactOptional(),
  state: state.exactOptional(),
  state_reason: state_reason.exactOptional(),
});
const pullSchema = z.strictObject({ title, body, head: z.string(), base: z.string() });
const pullChange = z.strictObject({ body: body.exactOptional(), state: state.exactOptional() });
const entry = {
  path: z.string().regex(/^(?!.*(?:^|\/)\.{0,2}(?:\/|$))/),
  mode: z.enum(["100644", "100755", "120000"]),
  type: z.literal("blob"),
  content: z.string(),
};
const treeSchema = z.strictObject({ base_tree: sha, tree: z.array(z.strictObject(entry)).min(1) });
const commitSchema = z.strictObject({ message: z.string().min(1), tree: sha, parents: z.array(sha) });
const refName = /^refs\/heads\/(?!.*(?:\.\.|[ ~^:?*[\\]|\/\/|\.lock$|[/.]$)).+/;
const refSchema = z.strictObject({ ref: z.string().regex(refName), sha });
const refChange = z.strictObject({ sha, force: z.boolean().optional() });

const hash = (kind: string, content: string): string =>
  createHash("sha1")
    .update(`${kind} ${Buffer.byteLength(content)}\0${content}`)
    .digest("hex");

/** `login`: the owner of the token. `pulls`: also gets those that are opened. */
export function createRepository(login: string, pulls: StandInPull[], { issues: begun = [], base }: RepositoryOptions) {
  const issues = begun.map((issue): StandInIssue => ({ login, state: "open", ...issue }));
  const trees = new Map<string, Files>();
  const commits = new Map<string, Commit>();
  const branches = new Map<string, string>();
  const addTree = (files: Files): string => {
    const id = hash("tree", JSON.stringify(Object.entries(files).toSorted(([a], [b]) => a.localeCompare(b))));
    trees.set(id, files);
    return id;
  };
  const addCommit = (commit: Commit, id = hash("commit", JSON.stringify(commit))): string => {
    commits.set(id, commit);
    return id;
  };
  if (base !== undefined) {
    branches.set("main", addCommit({ message: "Base", tree: addTree(base.files), parents: [] }, base.commit));
  }
  const filesOf = (commit: string): Files => trees.get(commits.get(commit)?.tree ?? "") ?? {};

  const shown = ({ number, body: text, login: by = login, state: now }: StandInIssue) => {
    const times = { created_at: WRITTEN, updated_at: WRITTEN };
    return { id: 9_000 + number, number, state: now, body: text, user: { login: by, type: "Bot" }, ...times };
  };
  const listIssues = (parameters: URLSearchParams): unknown[] => {
    // GitHub lists pull requests as issues too.
    const all = [
      ...issues.map(shown),
      ...pulls.map((pull) => ({
        ...shown({ body: "", login: "octocat", state: asPull(pull).state, ...pull }),
        pull_request: { url: "u" },
      })),
    ];
    const wanted = parameters.get("state") ?? "open";
    const creator = parameters.get("creator");
    return all
      .filter((issue) => wanted === "all" || issue.state === wanted)
      .filter(({ user }) => creator === null || user.login === creator)
      .toSorted((a, b) => b.number - a.number);
  };
  const nextNumber = (): number => Math.max(...[...issues, ...pulls].map(({ number }) => number), 0) + 1;
  const commitBody = (id: string, { message, tree, parents }: Commit) => {
    return { sha: id, message, tree: { sha: tree }, parents: parents.map((parent) => ({ sha: parent })) };
  };
  const refBody = (name: string) => ({
    ref: `refs/heads/${name}`,
    object: { type: "commit", sha: branches.get(name) },
  });

  type Route = (content: string, name: string, search: URLSearchParams) => Reply;
  const taking =
    <Body>(schema: z.ZodType<Body>, handle: (given: Body, name: string) => Reply): Route =>
    (content, name) => {
      const { data, error } = schema.safeParse(JSON.parse(content));
      if (error !== undefined) return invalid(error.issues.map(({ message }) => message).join(", "));
      return handle(data, name);
    };
  const routes: Readonly<Record<string, Route>> = {
    "POST /issues": taking(issueSchema, (given) => {
      const issue = { number: nextNumber(), login, state: "open", ...given } as const;
      issues.push(issue);
      return { status: 201, body: shown(issue) };
    }),
    "PATCH /issues/{}": taking(issueChange, (given, number) => {
      const index = issues.findIndex((issue) => String(issue.number) === number);
      const issue = issues[index];
      if (issue === undefined) return notFound;
      const changed = { ...issue, ...given };
      issues[index] = changed;
      return { status: 200, body: shown(changed) };
    }),
    "GET /contents/{}": (_content, name, search) => {
      const text = filesOf(search.get("ref") ?? "")[decodeURIComponent(name)];
      return text === undefined ? notFound : { status: 200, body: { type: "file", sha: hash("blob", text) } };
    },
    "GET /git/matching-refs/heads/{}": (_content, start) => ({
      status: 200,
      body: [...branches.keys()].filter((name) => name.startsWith(start)).map(refBody),
    }),
    "GET /git/commits/{}": (_content, id) => {
      const commit = commits.get(id);
      return commit === undefined ? notFound : { status: 200, body: commitBody(id, commit) };
    },
    "POST /git/trees": taking(treeSchema, ({ base_tree: from, tree }) => {
      const before = trees.get(from);
      if (before === undefined) return invalid("base_tree is not a valid tree oid");
      const changed = Object.fromEntries(tree.map(({ path, content }) => [path, content]));
      return { status: 201, body: { sha: addTree({ ...before, ...changed }) } };
    }),
    "POST /git/commits": taking(commitSchema, (commit) => {
      if (!trees.has(commit.tree)) return invalid("Tree SHA does not exist");
      const id = addCommit(commit);
      return { status: 201, body: commitBody(id, commit) };
    }),
    "POST /git/refs": taking(refSchema, ({ ref, sha: id }) => {
      const name = ref.replace("refs/heads/", "");
      if (branches.has(name)) return invalid("Reference already exists");
      if (!commits.has(id)) return invalid("Object does not exist");
      branches.set(name, id);
      return { status: 201, body: refBody(name) };
    }),
    "PATCH /git/refs/heads/{}": taking(refChange, ({ sha: id, force = false }, name) => {
      if (!branches.has(name)) return invalid("Reference does not exist");
      if (!force && !commits.get(id)?.parents.includes(branches.get(name) ?? ""))
        return invalid("Update is not a fast forward");
      branches.set(name, id);
      return { status: 200, body: refBody(name) };
    }),
    "POST /pulls": taking(pullSchema, ({ head, base: into, ...given }) => {
      const id = branches.get(head);
      if (id === undefined || !branches.has(into)) return invalid("head is invalid");
      if (filesOf(id) === filesOf(branches.get(into) ?? "")) return invalid(`No commits between ${into} and ${head}`);
      const isThere = pulls.some((pull) => pull.branch === head && pull.state === "open");
      if (isThere) return invalid(`A pull request already exists for acme:${head}.`);
      const pull: StandInPull = {
        number: nextNumber(),
        head: id,
        branch: head,
        base: into,
        login,
        state: "open",
        ...given,
      };
      pulls.push(pull);
      return { status: 201, body: asPull(pull) };
    }),
    "PATCH /pulls/{}": taking(pullChange, (given, number) => {
      const index = pulls.findIndex((pull) => String(pull.number) === number);
      const pull = pulls[index];
      if (pull === undefined) return notFound;
      const changed = { ...pull, ...given };
      pulls[index] = changed;
      return { status: 200, body: asPull(changed) };
    }),
  };
  const NAMED =
    /^(\/(?:(?:issues|pulls)(?=\/\d+$)|contents|git\/commits|git\/refs\/heads|git\/matching-refs\/heads))\/(.+)$/;

  /** `undefined`: it is no request of this part. */
  function reply(method: string, rest: string, search: URLSearchParams, content: string): Reply | undefined {
    if (base === undefined && !rest.startsWith("/issues")) return undefined;
    const [, start = rest, name = ""] = NAMED.exec(rest) ?? [];
    return routes[`${method} ${start}${name === "" ? "" : "/{}"}`]?.(content, name, search);
  }
  return { issues, branches, commits, filesOf, listIssues, reply };
}
