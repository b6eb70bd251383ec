import { setTimeout } from "node:timers/promises";
import type { getOctokit } from "@actions/github";
import { fetch } from "undici";
import { z } from "zod";
import { createAgent } from "../provider/api/agent.ts";
import { isLoopback, parseBaseUrl } from "../provider/api/base-url.ts";
import { proxiesOf, proxySecrets } from "../provider/api/proxy.ts";
import { userAgent } from "../provider/user-agent.ts";

/** Milliseconds for the whole answer. */
const DEADLINE = 10_000;
/** Most milliseconds that one request waits for GitHub's rate limit. */
const MAX_WAIT = 60_000;
/** Items of a page. GitHub allows 100, but 100 of the longest comments are more than an answer may hold. */
const PER_PAGE = 50;

export interface GitHubOptions {
  readonly token: string | undefined;
  /** The runner's environment: GITHUB_API_URL and the proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
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

/** There is no usable answer. The message says why, and quotes nothing of the request or the answer. */
export class GitHubError extends Error {
  /** The status of the answer. `undefined` if there is none, or if its status is not the problem. */
  readonly status: number | undefined;
  constructor(message: string, options: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.status = options.status;
  }
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

async function connect({ token, environment, signal }: GitHubOptions): Promise<Opened> {
  if (token === undefined) throw new GitHubError("input github-token is not set");
  const address = environment["GITHUB_API_URL"];
  if (!address) throw new GitHubError("environment variable GITHUB_API_URL is not set");
  const base = parseBaseUrl(address, "environment variable GITHUB_API_URL");
  const proxies = isLoopback(base) ? {} : proxiesOf(environment);
  // Validates them: an error of undici could show a password.
  proxySecrets(proxies);
  const create = await importGetOctokit();
  const agent = createAgent(2, proxies);
  const octokit = create(token, {
    baseUrl: base.href.replace(/\/$/, ""),
    userAgent,
    log: SILENT,
    request: { fetch: (url: string, init: Request) => send(url, init, { base, agent, signal }) },
  });
  return { octokit, agent };
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

/** What Octokit passes to `fetch`. */
interface Request {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

interface Connection {
  readonly base: URL;
  readonly agent: Opened["agent"];
  readonly signal: AbortSignal;
}

/** Sends one request. Follows no redirect, and sends the token to no other host than that of GITHUB_API_URL. */
async function send(url: string, init: Request, connection: Connection): Promise<Response> {
  const { base, signal } = connection;
  if (new URL(url).origin !== base.origin) throw new GitHubError("GitHub's answer links to another host");
  let waited = 0;
  for (;;) {
    const answer = await exchange(url, init, connection);
    if (answer.status === 200 || answer.status === 201) {
      if (isJson(answer.text)) return Response.json(JSON.parse(answer.text), answer);
      throw new GitHubError("GitHub's answer is not JSON");
    }
    if (answer.status === 204) return new Response(null, answer);
    const wait = rateLimitWait(answer);
    if (wait === undefined) {
      throw new GitHubError(`GitHub answered ${answer.status}`, { status: answer.status });
    }
    waited += wait;
    if (waited > MAX_WAIT) {
      throw new GitHubError(`GitHub's rate limit is used up for ${Math.ceil(wait / 1000)} more seconds`);
    }
    await setTimeout(wait, undefined, { signal }).catch(() => {
      throw new GitHubError("the time to ask GitHub is over");
    });
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function exchange(url: string, init: Request, { agent, signal }: Connection): Promise<Answer> {
  const deadline = AbortSignal.timeout(DEADLINE);
  try {
    const { method, headers, body } = init;
    const answer = await fetch(url, {
      method,
      headers: { ...headers, "x-github-api-version": "2022-11-28" },
      ...(body === undefined ? {} : { body }),
      dispatcher: agent,
      redirect: "manual",
      signal: AbortSignal.any([signal, deadline]),
    });
    // Octokit takes a body that was cut off for an empty one, so it is read here.
    const text = await answer.text();
    return { status: answer.status, headers: new Headers([...answer.headers]), text };
  } catch (error) {
    if (signal.aborted) throw new GitHubError("the time to ask GitHub is over");
    if (deadline.aborted) throw new GitHubError(`GitHub did not answer within ${DEADLINE / 1000} seconds`);
    throw new GitHubError(`GitHub could not be reached (${codeOf(error)})`, { cause: error });
  }
}

/** Milliseconds until GitHub takes requests again. `undefined` if its rate limit is not the reason of the refusal. */
function rateLimitWait({ status, headers }: Answer): number | undefined {
  if (status !== 429 && status !== 403) return undefined;
  const after = headers.get("retry-after");
  if (after !== null && /^\d{1,6}$/.test(after)) return Number(after) * 1000;
  const reset = headers.get("x-ratelimit-reset");
  if (headers.get("x-ratelimit-remaining") === "0" && reset !== null && /^\d{1,12}$/.test(reset)) {
    return Math.max(0, Number(reset) * 1000 - Date.now());
  }
  // GitHub's documentation: without these headers, wait at least one minute.
  return status === 429 ? MAX_WAIT : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Octokit wraps what `fetch` throws. Its own messages quote the answer. */
function rethrow(error: unknown): never {
  if (error instanceof GitHubError) throw error;
  if (error instanceof Error && error.cause instanceof GitHubError) throw error.cause;
  throw new GitHubError("GitHub's answer cannot be read", { cause: error });
}

/** Only the code: a message may quote a header or a proxy. `fetch` has the code in the cause. */
function codeOf(error: unknown): string {
  const coded = z.object({ code: z.string() });
  const { cause } = z.looseObject({ cause: z.unknown() }).safeParse(error).data ?? {};
  return (coded.safeParse(cause).data ?? coded.safeParse(error).data)?.code ?? "unknown error";
}
