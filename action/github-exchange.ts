import { setTimeout } from "node:timers/promises";
import { request, type Dispatcher } from "undici";
import { codeOf } from "../provider/api/errors.ts";
import { userAgent } from "../provider/user-agent.ts";

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

export interface GitHubRequest {
  readonly method: string;
  readonly url: URL;
  readonly body?: unknown;
}

/** How requests are sent. The address of each is made of GITHUB_API_URL, so the token goes to no other host. */
export interface Connection {
  readonly token: string;
  readonly agent: Dispatcher;
  readonly signal: AbortSignal;
  /** Most milliseconds that one request waits for GitHub's rate limit. */
  readonly maxWait: number;
}

export interface GitHubAnswer {
  /** The JSON of the answer. `undefined` if it has none. */
  readonly content: unknown;
  /** Whether it is a page of a list, and another page follows. */
  readonly hasNext: boolean;
}

/** Sends one request. Follows no redirect. */
export async function send(call: GitHubRequest, connection: Connection): Promise<GitHubAnswer> {
  const { signal, maxWait } = connection;
  let waited = 0;
  for (;;) {
    const answer = await exchange(call, connection);
    const { status, text } = answer;
    if (status === 204) return { content: undefined, hasNext: false };
    if (status === 200 || status === 201) {
      return { content: parseJson(text), hasNext: /;\s*rel="?next\b/.test(headerOf(answer, "link")) };
    }
    const wait = rateLimitWait(answer);
    if (wait === undefined || maxWait === 0) throw new GitHubError(`GitHub answered ${status}`, { status });
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
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

async function exchange({ method, url, body }: GitHubRequest, { token, agent, signal }: Connection): Promise<Answer> {
  const deadline = AbortSignal.timeout(DEADLINE);
  try {
    // Unlike `fetch`, it follows no redirect, and decodes no compression that could exceed the limit of the agent.
    const answer = await request(url, {
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `token ${token}`,
        "user-agent": userAgent,
        "x-github-api-version": "2022-11-28",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      dispatcher: agent,
      signal: AbortSignal.any([signal, deadline]),
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  } catch (error) {
    if (signal.aborted) throw new GitHubError("the time to ask GitHub is over");
    if (deadline.aborted) throw new GitHubError(`GitHub did not answer within ${DEADLINE / 1000} seconds`);
    // Only the code: a message may quote a header or a proxy.
    throw new GitHubError(`GitHub could not be reached (${codeOf(error)})`, { cause: error });
  }
}

/** Milliseconds until GitHub takes requests again. `undefined` if its rate limit is not the reason of the refusal. */
function rateLimitWait(answer: Answer): number | undefined {
  const { status } = answer;
  if (status !== 429 && status !== 403) return undefined;
  const after = headerOf(answer, "retry-after");
  if (/^\d{1,6}$/.test(after)) return Number(after) * 1000;
  const reset = headerOf(answer, "x-ratelimit-reset");
  if (headerOf(answer, "x-ratelimit-remaining") === "0" && /^\d{1,12}$/.test(reset)) {
    return Math.max(0, Number(reset) * 1000 - Date.now());
  }
  return status === 429 ? UNKNOWN_WAIT : undefined;
}

/** A header of the answer. Empty if it has none. */
function headerOf({ headers }: Answer, name: string): string {
  return [headers[name] ?? ""].flat().join(", ");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GitHubError("GitHub's answer is not JSON", { cause: error });
  }
}
