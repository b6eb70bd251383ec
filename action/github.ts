import { z } from "zod";
import type { createAgent } from "../provider/api/agent.ts";
import { isLoopback, parseBaseUrl } from "../provider/api/base-url.ts";
import { messageOf } from "../provider/api/errors.ts";
import { proxiesOf, proxySecrets, type Proxies } from "../provider/api/proxy.ts";
import { GitHubError, send, type GitHubAnswer, type GitHubRequest } from "./github-exchange.ts";

/** Items of a page. GitHub allows 100, but 100 of the longest comments are more than an answer may hold. */
const PER_PAGE = 50;

export interface GitHubOptions {
  readonly token: string | undefined;
  /** The runner's environment: GITHUB_API_URL and the proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Most milliseconds that one request waits for GitHub's rate limit. Default: a minute. */
  readonly maxWait?: number;
}

type Parameters = Readonly<Record<string, string | number>>;

/** GitHub's REST API. Each call has a deadline, waits for the rate limit, and rejects with a {@link GitHubError}. */
export interface GitHub extends AsyncDisposable {
  /** Calls a route such as `GET /repos/{owner}/{repo}`. Resolves with the data of the answer. */
  readonly call: (route: string, parameters?: Parameters) => Promise<unknown>;
  /** The pages of a list, at most `maxPages`. */
  readonly pages: (route: string, parameters: Parameters, maxPages: number) => AsyncIterable<unknown>;
  /** The login of the token's user or app, such as `github-actions[bot]`. `GET /user` refuses the tokens of apps. */
  readonly login: () => Promise<string>;
}

/** A client for one run. It loads the HTTP library with the first call. */
export function createGitHub({ token, environment, signal, maxWait = 60_000 }: GitHubOptions): GitHub {
  let agent: ReturnType<typeof createAgent> | undefined;
  const ask = async (requestTo: (base: URL) => GitHubRequest): Promise<GitHubAnswer> => {
    if (token === undefined) throw new GitHubError("input github-token is not set");
    const { base, proxies } = readAddress(environment);
    const { createAgent } = await import("../provider/api/agent.ts");
    agent ??= createAgent(2, proxies);
    return send(requestTo(base), { token, agent, signal, maxWait });
  };
  const askRoute = (route: string, parameters: Parameters): Promise<GitHubAnswer> =>
    ask((base) => requestOf(base, route, parameters));
  return {
    call: async (route, parameters = {}) => (await askRoute(route, parameters)).content,
    async *pages(route, parameters, maxPages) {
      for (let page = 1; page <= maxPages; page += 1) {
        // By number: a link could lead to another host.
        const next = page === 1 ? {} : { page };
        const { content, hasNext } = await askRoute(route, { ...parameters, per_page: PER_PAGE, ...next });
        yield content;
        if (!hasNext) return;
      }
    },
    login: async () => {
      const body = { query: "{ viewer { login } }" };
      const { content } = await ask((base) => ({ method: "POST", url: graphqlOf(base), body }));
      const { data, success } = viewerSchema.safeParse(content);
      if (!success) throw new GitHubError("GitHub does not say whose token input github-token is");
      return data.data.viewer.login;
    },
    [Symbol.asyncDispose]: async () => agent?.destroy(),
  };
}

const viewerSchema = z.looseObject({
  data: z.looseObject({ viewer: z.looseObject({ login: z.string().min(1) }) }),
});

/** Parameters that the route does not name go into the query of a GET, and otherwise into the body. */
function requestOf(base: URL, route: string, parameters: Parameters): GitHubRequest {
  const [method = "", template = ""] = route.split(" ");
  const named = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ""));
  const url = new URL(`${base.href.replace(/\/$/, "")}${named}`);
  const others = Object.entries(parameters).filter(([name]) => !template.includes(`{${name}}`));
  if (method === "GET") for (const [name, value] of others) url.searchParams.set(name, String(value));
  return method === "GET" || others.length === 0 ? { method, url } : { method, url, body: Object.fromEntries(others) };
}

/** An Enterprise server has `/api/graphql` beside `/api/v3`. */
function graphqlOf(base: URL): URL {
  const url = new URL(base);
  url.pathname = url.pathname === "/api/v3" ? "/api/graphql" : "/graphql";
  return url;
}

function readAddress(environment: GitHubOptions["environment"]): { readonly base: URL; readonly proxies: Proxies } {
  const address = environment["GITHUB_API_URL"];
  if (!address) throw new GitHubError("environment variable GITHUB_API_URL is not set");
  try {
    const base = parseBaseUrl(address, "environment variable GITHUB_API_URL");
    const proxies = isLoopback(base) ? {} : proxiesOf(environment);
    // Validates them: an error of undici could show a password.
    proxySecrets(proxies);
    return { base, proxies };
  } catch (error) {
    throw new GitHubError(messageOf(error).replace(/\.$/, ""), { cause: error });
  }
}
