import { setTimeout } from "node:timers/promises";
import { request, type Dispatcher } from "undici";
import { codeOf } from "../provider/api/errors.ts";

/** Milliseconds for the whole answer. */
const DEADLINE = 10_000;
/** Milliseconds to wait if GitHub does not say how long: its documentation asks for a minute. */
const UNKNOWN_WAIT = 60_000;

/** There is no usable answer. The message says why, and quotes nothing of the request or the answer. */
export class GitHubError extends Error {
  /** The status of the answer. `undefined` if there is none, or if its status is not the problem. */
  readonly status: number | undefined;
  constructor(message: string, options: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.status = options.status;
  }
}

/** What Octokit passes to `fetch`. */
export interface RequestInit {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface Connection {
  readonly base: URL;
  readonly agent: Dispatcher;
  readonly signal: AbortSignal;
  /** Most milliseconds that one request waits for GitHub's rate limit. */
  readonly maxWait: number;
}

/** Sends one request. Follows no redirect, and sends the token to no other host than that of GITHUB_API_URL. */
export async function send(url: string, init: RequestInit, connection: Connection): Promise<Response> {
  const { base, signal, maxWait } = connection;
  if (new URL(url).origin !== base.origin) throw new GitHubError("GitHub's answer links to another host");
  let waited = 0;
  for (;;) {
    const answer = await exchange(url, init, connection);
    if (answer.status === 200 || answer.status === 201) {
      return Response.json(parseJson(answer.text), answer);
    }
    if (answer.status === 204) return new Response(null, answer);
    const wait = rateLimitWait(answer);
    if (wait === undefined || maxWait === 0) {
      throw new GitHubError(`GitHub answered ${answer.status}`, { status: answer.status });
    }
    // At least a second, so that an odd answer is not asked for without end.
    const pause = Math.max(wait, 1000);
    waited += pause;
    if (waited > maxWait) {
      throw new GitHubError(`GitHub's rate limit is used up for ${Math.ceil(wait / 1000)} more seconds`);
    }
    await setTimeout(pause, undefined, { signal }).catch(() => {
      throw new GitHubError("the time to ask GitHub is over");
    });
  }
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function exchange(url: string, init: RequestInit, { agent, signal }: Connection): Promise<Answer> {
  const deadline = AbortSignal.timeout(DEADLINE);
  try {
    const { method, headers, body = null } = init;
    // Unlike `fetch`, it follows no redirect, and decodes no compression that could exceed the limit of the agent.
    const answer = await request(url, {
      method,
      headers: { ...headers, "x-github-api-version": "2022-11-28" },
      body,
      dispatcher: agent,
      signal: AbortSignal.any([signal, deadline]),
    });
    // Octokit takes a body that was cut off for an empty one, so it is read here.
    return { status: answer.statusCode, headers: headersOf(answer.headers), text: await answer.body.text() };
  } catch (error) {
    if (signal.aborted) throw new GitHubError("the time to ask GitHub is over");
    if (deadline.aborted) throw new GitHubError(`GitHub did not answer within ${DEADLINE / 1000} seconds`);
    // Only the code: a message may quote a header or a proxy.
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
  return status === 429 ? UNKNOWN_WAIT : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GitHubError("GitHub's answer is not JSON", { cause: error });
  }
}

function headersOf(headers: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, [value].flat().join(", ")] satisfies [string, string]],
  );
  return new Headers(pairs);
}
