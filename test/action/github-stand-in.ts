import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "../listen.ts";
import { asComment, asPull, WRITTEN, type StandInComment, type StandInPull } from "./github-records.ts";
import { createRepository, type Reply, type RepositoryOptions } from "./github-repository.ts";

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
}

/** Answers one request instead of the stand-in. `body`: that of the request. */
type Answer = (response: ServerResponse, body: string) => void;

export interface StandInOptions extends RepositoryOptions {
  /** By path, or by method and path: a body, `silence`, or a function. */
  readonly answers?: Readonly<Record<string, unknown>>;
  /** The owner of the token. Default: that of GITHUB_TOKEN. */
  readonly login?: string;
  /** Also gets those that the Action opens. */
  readonly pulls?: StandInPull[];
  readonly comments?: readonly (Pick<StandInComment, "number" | "body"> & Partial<StandInComment>)[];
  /** What the token may do with pull requests. `none`: GitHub hides them. Default: write. */
  readonly permission?: "write" | "read" | "none";
  /** The header `date` of each answer. Empty: none. Default: the time. */
  readonly date?: string;
  /** The time of writes. */
  readonly now?: string;
  /** The commits of the branch, oldest first. */
  readonly history?: readonly string[];
  /** The path of GITHUB_API_URL. Default: that of an Enterprise server. */
  readonly prefix?: "" | "/api/v3";
  /** Called before each request is answered, for example to write a comment at the same moment. */
  readonly before?: (call: string, comments: StandInComment[]) => void;
}

const BOT = "github-actions[bot]";

const refused = { status: 403, body: { message: "Resource not accessible by integration" } };
const notFound = { status: 404, body: { message: "Not Found" } };
/** GitHub's REST API as far as the Action uses it: comments, pull requests, and `answers`. Other paths: 404, as for a private repository. */
export async function startGitHub(options: StandInOptions = {}) {
  const { answers = {}, login = BOT, pulls = [], permission = "write", before, now = WRITTEN, history = [] } = options;
  const { prefix = "/api/v3", date } = options;
  const repo = createRepository(login, pulls, options);
  const repository = `${prefix}/repos/acme/sites`;
  /** In links between pages, GitHub names the repository by its id. */
  const repositoryById = `${prefix}/repositories/1`;
  const graphql = prefix === "" ? "/graphql" : "/api/graphql";
  const seen: Seen[] = [];
  const comments: StandInComment[] = [];
  for (const comment of options.comments ?? []) {
    comments.push({ id: comments.length + 1, login, createdAt: WRITTEN, updatedAt: WRITTEN, ...comment });
  }
  let nextId = 1_000;

  const server = createServer((request, response) => {
    void handle(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "", url: path = "" } = request;
    const { authorization } = request.headers;
    seen.push({ method, path, authorization });
    const body = await text(request);
    before?.(`${method} ${path}`, comments);
    const answer = answers[`${method} ${path}`] ?? answers[path];
    if (answer === "silence") return;
    if (isAnswer(answer)) {
      answer(response, body);
      return;
    }
    const known = answer !== undefined;
    const { status, body: content, headers = {} } = known ? { status: 200, body: answer } : reply(method, path, body);
    if (date === "") response.sendDate = false;
    else if (date !== undefined) response.setHeader("date", date);
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    response.end(typeof content === "string" || content === undefined ? content : JSON.stringify(content));
  }

  function reply(method: string, path: string, body: string): Reply {
    if (`${method} ${path}` === `POST ${graphql}`) return { status: 200, body: { data: { viewer: { login } } } };
    if (`${method} ${path}` === `GET ${prefix}/user`) return refused;
    if (permission === "none") return notFound;
    const url = new URL(path, "http://localhost");
    const rest = url.pathname.replace(repositoryById, repository).replace(repository, "");
    const [, , id = ""] = /^\/(issues\/comments|issues|pulls|compare)\/([^/]+)/.exec(rest) ?? [];
    const route = `${method} ${id === "" ? rest : rest.replace(`/${id}`, "/{}")}`;
    if (method !== "GET" && permission === "read") return refused;
    switch (route) {
      case "GET /pulls":
        return page(url, listPulls(url.searchParams));
      case "GET /issues":
        return page(url, repo.listIssues(url.searchParams));
      case "GET /pulls/{}":
        return one(pulls.filter(({ number }) => String(number) === id).map(asPull));
      case "GET /compare/{}":
        return compare(id);
      case "GET /issues/{}/comments":
        return page(url, comments.filter(({ number }) => String(number) === id).map(asComment));
      case "POST /issues/{}/comments": {
        const comment = { id: nextId++, number: Number(id), login, body: bodyOf(body), createdAt: now, updatedAt: now };
        if (isTooLong(comment.body)) return tooLong;
        comments.push(comment);
        return { status: 201, body: asComment(comment) };
      }
      default:
    }
    const ofRepository = repo.reply(method, rest, url.searchParams, body);
    if (ofRepository !== undefined) return ofRepository;
    if (rest === "/issues/comments") {
      return page(url, comments.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt)).map(asComment));
    }
    if (!rest.startsWith("/issues/comments/")) return notFound;
    const index = comments.findIndex((comment) => String(comment.id) === id);
    const comment = comments[index];
    if (comment === undefined) return notFound;
    if (method === "DELETE") {
      comments.splice(index, 1);
      return { status: 204 };
    }
    if (method === "PATCH") {
      if (isTooLong(bodyOf(body))) return tooLong;
      // GitHub refuses to edit a comment of somebody else for most tokens.
      if (comment.login !== login) return refused;
      Object.assign(comment, { body: bodyOf(body), updatedAt: now });
    }
    return { status: 200, body: asComment(comment) };
  }

  function listPulls(parameters: URLSearchParams): unknown[] {
    const base = parameters.get("base");
    const head = parameters.get("head");
    const found = pulls
      .filter((pull) => base === null || pull.isListedAnyway === true || asPull(pull).base.ref === base)
      .filter(({ branch }) => head === null || head === `acme:${branch}`)
      .map(asPull)
      .filter(({ state }) => state === parameters.get("state"));
    // GitHub's own order is that of creation.
    const isByUpdate = parameters.get("sort") === "updated" && parameters.get("direction") === "desc";
    return found.toSorted((a, b) => (isByUpdate ? b.updated_at.localeCompare(a.updated_at) : b.number - a.number));
  }

  function compare(basehead: string): Reply {
    const [base, head] = basehead.split("...").map((sha) => history.indexOf(sha));
    if (base === undefined || head === undefined || head < 0) return notFound;
    const status = base < 0 ? "diverged" : base === head ? "identical" : base < head ? "ahead" : "behind";
    return { status: 200, body: { status, files: [] } };
  }

  function page(url: URL, all: readonly unknown[]): Reply {
    const size = Number(url.searchParams.get("per_page") ?? 30);
    const number = Number(url.searchParams.get("page") ?? 1);
    const next = new URL(url);
    next.searchParams.set("page", String(number + 1));
    const address = `${origin}${next.pathname.replace(repository, repositoryById)}${next.search}`;
    const isLast = number * size >= all.length;
    return {
      status: 200,
      body: all.slice((number - 1) * size, number * size),
      ...(isLast ? {} : { headers: { link: `<${address}>; rel="next"` } }),
    };
  }

  const { port, ...listening } = await listen(server);
  const origin = `http://127.0.0.1:${port}`;
  return {
    ...listening,
    url: `${origin}${prefix}`,
    seen,
    comments,
    pulls,
    repo,
    /** Method and path of each request, without the prefix of the repository. */
    calls: (): string[] => seen.map(({ method, path }) => `${method} ${path.replace(repository, "")}`),
    writes: (): string[] =>
      seen
        .filter(({ method, path }) => method !== "GET" && !path.endsWith("/graphql"))
        .map(({ method, path }) => `${method} ${path.replace(repository, "")}`),
  };
}

const tooLong = {
  status: 422,
  body: { message: "Validation Failed", errors: [{ message: "Body is too long (maximum is 65536 characters)" }] },
};

/** As GitHub counts: in characters. One may have four bytes. */
function isTooLong(body: string): boolean {
  return Array.from(body).length > 65_536;
}

function one(found: readonly unknown[]): Reply {
  return found.length === 1 ? { status: 200, body: found[0] } : notFound;
}

function isAnswer(answer: unknown): answer is Answer {
  return typeof answer === "function";
}

export function bodyOf(json: string): string {
  return z.object({ body: z.string() }).parse(JSON.parse(json)).body;
}
