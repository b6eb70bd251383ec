import type { getOctokit } from "@actions/github";
import { z } from "zod";
import { systemClock, type Clock } from "../core/api/clock.ts";
import { InvalidRequestError, messageOf, SettingError } from "../core/api/errors.ts";
import { isLoopback, parseBaseUrl } from "../core/api/base-url.ts";
import { proxiesOf, proxySecrets } from "../core/api/proxy.ts";
import { createRedaction } from "../core/text/redaction.ts";
import { GitHubError, sendToGitHub, waitToRepeat, type GitHubConnection, type RequestInit } from "./github-exchange.ts";
import { userAgent } from "../core/api/user-agent.ts";

/** Items of a page. GitHub allows 100, but 100 of the longest comments are more than an answer may hold. */
const PER_PAGE = 50;

export interface GitHubOptions {
  readonly token: string | undefined;
  /** No message shows these either: GitHub may quote the service's. Default: none. */
  readonly otherTokens?: readonly string[];
  /** The runner's environment: GITHUB_API_URL, GITHUB_REPOSITORY and the proxies. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Most milliseconds that one request, with all its tries, waits because GitHub asks for it. Default: a minute. */
  readonly maxWait?: number;
  /** Default: the system's. */
  readonly clock?: Clock | undefined;
}

/** The process, for each client: its environment, the signal that stops it, and the clock. */
export type Runner = Pick<GitHubOptions, "otherTokens" | "environment" | "signal" | "clock">;

/** Placeholders of the route, parameters of a list, and fields of the body. */
export type Parameters = Readonly<Record<string, unknown>>;

/** The items of a list: the schema of one, and what a page is, such as `a list of comments`. */
export interface Items<T> {
  readonly schema: z.ZodType<T>;
  readonly what: string;
}

export type GitHub = ReturnType<typeof createGitHub>;

/**
 * GitHub's REST API, about the repository of the run, for one run. It connects with the first call. Each try of a call has a deadline. A call
 * waits for the rate limit (but for a PATCH), and rejects with a {@link GitHubError}. A route starts below the repository, such as
 * `GET /pulls/{number}`.
 */
export function createGitHub(options: GitHubOptions) {
  let opened: Promise<GitHubSession> | undefined;
  const open = (): Promise<GitHubSession> => (opened ??= connect(options));
  /** Resolves with the data of the answer, and its time by GitHub's clock, in milliseconds: NaN if GitHub does not say. */
  const ask = async (route: string, parameters: Parameters = {}): Promise<{ data: unknown; time: number }> => {
    const { octokit, names } = await open();
    const { data, headers } = await octokit.request(inRepository(route), { ...names, ...parameters }).catch(rethrow);
    return { data, time: timeOf(headers.date) };
  };
  return {
    ask,
    call: async (route: string, parameters?: Parameters): Promise<unknown> => (await ask(route, parameters)).data,
    /** All items of a list, of at most `maxPages` pages. */
    list: async <T>(route: string, parameters: Parameters, maxPages: number, { schema, what }: Items<T>) => {
      const { octokit, names } = await open();
      const pages = octokit.paginate.iterator(inRepository(route), { ...names, ...parameters, per_page: PER_PAGE });
      const found: T[][] = [];
      try {
        for await (const { data } of pages) {
          found.push(expectAnswer(z.array(schema), data, what));
          if (found.length === maxPages) break;
        }
      } catch (error) {
        rethrow(error);
      }
      return found.flat(1);
    },
    /** The login of the token's user or app, such as `github-actions[bot]`. `GET /user` refuses the tokens of apps. */
    login: async (): Promise<string> => {
      const { octokit } = await open();
      const { data, success } = viewerSchema.safeParse(await octokit.graphql("{ viewer { login } }").catch(rethrow));
      if (!success) throw new GitHubError("GitHub does not say whose token input github-token is");
      return data.viewer.login;
    },
    /** Waits until a call that failed may be repeated. Rejects with its error if it may not. `tries`: how often it was sent. */
    waitToRepeat: async (error: unknown, tries: number) => waitToRepeat(error, tries, (await open()).connection),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      // A call has reported why nothing was opened.
      const connected = await opened?.catch(() => undefined);
      await connected?.connection.agent.destroy();
    },
  };
}

/** Validates an answer. `what` names it, such as `a comment`. */
export function expectAnswer<T>(schema: z.ZodType<T>, answer: unknown, what: string): T {
  const { success, data } = schema.safeParse(answer);
  if (!success) throw new GitHubError(`GitHub's answer is not ${what}`);
  return data;
}

/** The route with its method, such as `GET /pulls`, below the repository. */
function inRepository(route: string): string {
  return route.replace(" ", " /repos/{owner}/{repo}");
}

const viewerSchema = z.looseObject({ viewer: z.looseObject({ login: z.string().min(1) }) });

type Octokit = ReturnType<typeof getOctokit>;

interface GitHubSession {
  readonly octokit: Octokit;
  /** The placeholders of each route. */
  readonly names: { readonly owner: string; readonly repo: string };
  readonly connection: GitHubConnection;
}

async function connect(options: GitHubOptions): Promise<GitHubSession> {
  const { token, otherTokens = [], environment, signal, maxWait = 60_000, clock = systemClock } = options;
  if (token === undefined) throw new GitHubError("input github-token is not set");
  const address = environment["GITHUB_API_URL"];
  if (!address) throw new GitHubError("environment variable GITHUB_API_URL is not set");
  const [owner = "", repo = ""] = (environment["GITHUB_REPOSITORY"] ?? "").split("/");
  if (repo === "") throw new GitHubError("environment variable GITHUB_REPOSITORY is not set");
  const { base, proxies } = readAddress(address, environment);
  const create = await importGetOctokit();
  const { createAgent } = await import("../core/api/agent.ts");
  const { redact } = createRedaction([token, ...otherTokens]);
  const connection: GitHubConnection = { base, agent: createAgent(2, proxies, false), signal, maxWait, clock, redact };
  const octokit = create(token, {
    baseUrl: base.href.replace(/\/$/, ""),
    userAgent,
    log: SILENT,
    request: { fetch: (url: string, init: RequestInit) => sendToGitHub(url, init, connection) },
  });
  return { octokit, connection, names: { owner, repo } };
}

function readAddress(address: string, environment: GitHubOptions["environment"]) {
  try {
    const base = parseAddress(address);
    const proxies = isLoopback(base) ? {} : proxiesOf(environment);
    // Validates them: an error of undici could show a password.
    proxySecrets(proxies);
    return { base, proxies };
  } catch (error) {
    throw new GitHubError(messageOf(error).replace(/\.$/, ""), { cause: error });
  }
}

/** The remedy of an error is about the service: the runner sets this address. */
function parseAddress(address: string): URL {
  try {
    return parseBaseUrl(address, "environment variable GITHUB_API_URL");
  } catch (error) {
    throw error instanceof SettingError ? new InvalidRequestError(error.problem, { cause: error }) : error;
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

/** The time of an answer by its header, in milliseconds since the epoch. `NaN` for what is no date of HTTP: the parser takes much else. */
function timeOf(date = ""): number {
  return date.endsWith(" GMT") ? Date.parse(date) : Number.NaN;
}
