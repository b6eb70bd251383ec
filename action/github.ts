import { z } from "zod";
import { isLoopback, parseBaseUrl } from "../provider/api/base-url.ts";
import { systemClock, type Clock } from "../provider/api/clock.ts";
import { messageOf } from "../provider/api/errors.ts";
import { proxiesOf, proxySecrets } from "../provider/api/proxy.ts";
import { GitHubError, header, send, waitToRepeat, type Answer, type Connection } from "./github-exchange.ts";

/** Items of a page. GitHub allows 100, but 100 of the longest comments are more than an answer may hold. */
const PER_PAGE = 50;

export interface GitHubOptions {
  readonly token: string | undefined;
  /** The runner's environment: GITHUB_API_URL, GITHUB_REPOSITORY and the proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Most milliseconds that one request, with all its tries, waits because GitHub asks for it. Default: a minute. */
  readonly maxWait?: number;
  /** Default: the system's. */
  readonly clock?: Clock | undefined;
}

/** The items of a list: the schema of one, and what a page is, such as `a list of comments`. */
export interface Items<T> {
  readonly schema: z.ZodType<T>;
  readonly what: string;
}

/**
 * GitHub's REST API, about the repository of the run. Each try of a call has a deadline. A call waits for the rate limit (but for a PATCH),
 * and rejects with a {@link GitHubError}. A route starts below the repository, such as `GET /pulls/7`.
 */
export interface GitHub extends AsyncDisposable {
  /** Resolves with the data of the answer. `content` is sent as JSON. */
  readonly call: (route: string, content?: object) => Promise<unknown>;
  /** Resolves also with the time of the answer by GitHub's clock, in milliseconds. NaN if GitHub does not say. */
  readonly ask: (route: string) => Promise<{ readonly data: unknown; readonly time: number }>;
  /** All items of a list, of at most `maxPages` pages. `query`: such as `state=closed`. */
  readonly list: <T>(route: string, query: string, maxPages: number, items: Items<T>) => Promise<T[]>;
  /** The login of the token's user or app, such as `github-actions[bot]`. `GET /user` refuses the tokens of apps. */
  readonly login: () => Promise<string>;
  /** Waits until a call that failed may be repeated. Rejects with its error if it may not. `tries`: how often it was sent. */
  readonly waitToRepeat: (error: unknown, tries: number) => Promise<void>;
}

/** A client for one run. It connects with the first call. */
export function createGitHub(options: GitHubOptions): GitHub {
  let opened: Promise<Connection> | undefined;
  const open = (): Promise<Connection> => (opened ??= connect(options));
  const sendTo = async (route: string, content?: object): Promise<Answer> => {
    const connection = await open();
    const [method = "", path = ""] = route.split(" ");
    return send({ method, url: `${connection.root}/repos/${connection.repository}${path}`, content }, connection);
  };
  return {
    call: async (route, content) => (await sendTo(route, content)).data,
    ask: async (route) => {
      const answer = await sendTo(route);
      return { data: answer.data, time: Date.parse(header(answer, "date") ?? "") };
    },
    list: async (route, query, maxPages, { schema, what }) => {
      const found = [];
      let answer = await sendTo(`${route}?${query}${query === "" ? "" : "&"}per_page=${PER_PAGE}`);
      for (let page = 1; ; page += 1) {
        found.push(...expectAnswer(z.array(schema), answer.data, what));
        const next = /<([^<>]+)>; rel="next"/.exec(header(answer, "link") ?? "")?.[1];
        if (next === undefined || page === maxPages) return found;
        answer = await send({ method: "GET", url: next }, await open());
      }
    },
    login: async () => {
      const connection = await open();
      // The path of GitHub Enterprise is /api/v3.
      const url = `${connection.root.replace(/\/v3$/, "")}/graphql`;
      const { data } = await send({ method: "POST", url, content: { query: "{ viewer { login } }" } }, connection);
      const viewer = viewerSchema.safeParse(data).data?.data.viewer;
      if (viewer === undefined) throw new GitHubError("GitHub does not say whose token input github-token is");
      return viewer.login;
    },
    waitToRepeat: async (error, tries) => waitToRepeat(error, tries, await open()),
    [Symbol.asyncDispose]: async () => {
      // A call has reported why nothing was opened.
      const connection = await opened?.catch(() => undefined);
      await connection?.agent.destroy();
    },
  };
}

/** Validates an answer. `what` names it, such as `a comment`. */
export function expectAnswer<T>(schema: z.ZodType<T>, answer: unknown, what: string): T {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw new GitHubError(`GitHub's answer is not ${what}`);
  return data;
}

const viewerSchema = z.looseObject({
  data: z.looseObject({ viewer: z.looseObject({ login: z.string().min(1) }) }),
});

async function connect(options: GitHubOptions): Promise<Connection> {
  const { token, environment, signal, maxWait = 60_000, clock = systemClock } = options;
  if (token === undefined) throw new GitHubError("input github-token is not set");
  const address = environment["GITHUB_API_URL"];
  if (!address) throw new GitHubError("environment variable GITHUB_API_URL is not set");
  const repository = environment["GITHUB_REPOSITORY"] ?? "";
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new GitHubError("environment variable GITHUB_REPOSITORY is not set");
  }
  try {
    const base = parseBaseUrl(address, "environment variable GITHUB_API_URL");
    const proxies = isLoopback(base) ? {} : proxiesOf(environment);
    // Validates them: an error of undici could show a password.
    proxySecrets(proxies);
    const { createAgent } = await import("../provider/api/agent.ts");
    const agent = createAgent(2, proxies);
    return { root: base.href.replace(/\/$/, ""), repository, token, agent, signal, maxWait, clock };
  } catch (error) {
    throw new GitHubError(messageOf(error).replace(/\.$/, ""), { cause: error });
  }
}
