import type { getOctokit } from "@actions/github";
import { z } from "zod";
import type { createAgent } from "../provider/api/agent.ts";
import { messageOf } from "../provider/api/errors.ts";
import { isLoopback, parseBaseUrl } from "../provider/api/base-url.ts";
import { proxiesOf, proxySecrets } from "../provider/api/proxy.ts";
import { GitHubError, send, type RequestInit } from "./github-exchange.ts";
import { userAgent } from "../provider/user-agent.ts";

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

/** A client for one run. It connects with the first call. */
export function createGitHub(options: GitHubOptions): GitHub {
  let opened: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => (opened ??= connect(options));
  return {
    call: async (route, parameters = {}) => {
      const { octokit } = await open();
      return (await octokit.request(route, parameters).catch(rethrow)).data;
    },
    async *pages(route, parameters, maxPages) {
      const { octokit } = await open();
      const list = octokit.paginate.iterator(route, { ...parameters, per_page: PER_PAGE });
      let number = 0;
      try {
        for await (const { data } of list) {
          yield data;
          number += 1;
          if (number === maxPages) return;
        }
      } catch (error) {
        rethrow(error);
      }
    },
    login: async () => {
      const { octokit } = await open();
      const { data, success } = viewerSchema.safeParse(await octokit.graphql("{ viewer { login } }").catch(rethrow));
      if (!success) throw new GitHubError("GitHub does not say whose token input github-token is");
      return data.viewer.login;
    },
    [Symbol.asyncDispose]: async () => {
      // A call has reported why nothing was opened.
      const connected = await opened?.catch(() => undefined);
      await connected?.agent.destroy();
    },
  };
}

const viewerSchema = z.looseObject({ viewer: z.looseObject({ login: z.string().min(1) }) });

type Octokit = ReturnType<typeof getOctokit>;

interface Opened {
  readonly octokit: Octokit;
  readonly agent: ReturnType<typeof createAgent>;
}

async function connect({ token, environment, signal, maxWait = 60_000 }: GitHubOptions): Promise<Opened> {
  if (token === undefined) throw new GitHubError("input github-token is not set");
  const address = environment["GITHUB_API_URL"];
  if (!address) throw new GitHubError("environment variable GITHUB_API_URL is not set");
  const { base, proxies } = readAddress(address, environment);
  const create = await importGetOctokit();
  const { createAgent } = await import("../provider/api/agent.ts");
  const agent = createAgent(2, proxies);
  const octokit = create(token, {
    baseUrl: base.href.replace(/\/$/, ""),
    userAgent,
    log: SILENT,
    request: { fetch: (url: string, init: RequestInit) => send(url, init, { base, agent, signal, maxWait }) },
  });
  return { octokit, agent };
}

function readAddress(address: string, environment: GitHubOptions["environment"]) {
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

/** Its warnings quote GitHub's answers. */
const SILENT = { debug: noop, info: noop, warn: noop, error: noop };
function noop(): void {
  // Logs nothing.
}

/** Imports the library when it is needed: when it is imported, it reads the event's payload and fails if that is not JSON. */
async function importGetOctokit(): Promise<typeof getOctokit> {
  try {
    return (await import("@actions/github")).getOctokit;
  } catch (error) {
    throw new GitHubError("the payload of the event is not readable", { cause: error });
  }
}

/** Octokit wraps what `fetch` throws. Its own messages quote the answer. */
function rethrow(error: unknown): never {
  if (error instanceof GitHubError) throw error;
  if (error instanceof Error && error.cause instanceof GitHubError) throw error.cause;
  throw new GitHubError("GitHub's answer cannot be read", { cause: error });
}
