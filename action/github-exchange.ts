import { request, type Dispatcher } from "undici";
import { z } from "zod";
import type { Clock } from "../core/api/clock.ts";
import { networkCauseOf, fill } from "../core/api/connection-failure.ts";
import { jsonIn } from "../core/resources/json.ts";
import { oneLine } from "../core/text/printable.ts";
import { ANSWERS } from "../core/text/explanations.ts";
import { clip } from "./markdown.ts";

/** Milliseconds for the whole answer. */
const DEADLINE = 10_000;
/** Milliseconds to wait if GitHub does not say how long: its documentation asks for a minute. */
const UNKNOWN_WAIT = 60_000;
/** Milliseconds before the second and the third try. */
const DELAYS = [500, 1500];
const MAX_MESSAGE = 200;

/** There is no usable answer. The message says why. It quotes nothing of the request, and only GitHub's own message of the answer. */
export class GitHubError extends Error {
  /** The status of the answer. `undefined` if there is none, or if its status is not the problem. */
  readonly status: number | undefined;
  /** Milliseconds after which the same request may succeed. `undefined` if it would fail again. */
  readonly repeatAfter: number | undefined;

  constructor(
    message: string,
    { status, repeatAfter, ...options }: ErrorOptions & { status?: number; repeatAfter?: number | undefined } = {},
  ) {
    super(message, options);
    this.status = status;
    this.repeatAfter = repeatAfter;
  }

  /** The token may not do it. GitHub hides behind 404 what a token may not see. */
  get isRefusal(): boolean {
    return this.status === 401 || this.status === 403 || this.status === 404;
  }
}

/** True if GitHub shows no such thing. */
export function isMissing(error: unknown): boolean {
  return error instanceof GitHubError && error.status === 404;
}

/** The request had no effect. */
class RateLimitError extends GitHubError {}

/** Octokit passes these to `fetch`. */
export interface RequestInit {
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export interface GitHubConnection {
  readonly base: URL;
  readonly agent: Dispatcher;
  readonly signal: AbortSignal;
  /** Most milliseconds that one request, with all its tries, waits because GitHub asks for it. */
  readonly maxWait: number;
  readonly clock: Clock;
  /** Hides the token: a gateway before GitHub may quote the request in its message. */
  readonly redact: (text: string) => string;
}

/**
 * Sends one request, up to three times if GitHub fails or the connection breaks. A POST is not sent again then: the first one may
 * have written a comment. A PATCH is never sent again: meanwhile a newer run may have written the comment. Any other one waits while GitHub's
 * rate limit is used up. Follows no redirect, and sends the token to no other host than that of GITHUB_API_URL.
 */
export async function sendToGitHub(url: string, init: RequestInit, connection: GitHubConnection): Promise<Response> {
  const { base, clock, maxWait } = connection;
  const { origin, pathname } = new URL(url);
  if (origin !== base.origin) throw new GitHubError("GitHub's answer links to another host");
  // The one question in GraphQL only reads.
  const isRepeated = init.method === "GET" || init.method === "DELETE" || pathname.endsWith("/graphql");
  const limit = clock.now() + maxWait;
  for (let tries = 1; ;) {
    try {
      return await exchange(url, init, connection);
    } catch (error) {
      const wait = error instanceof RateLimitError && init.method !== "PATCH" ? error.repeatAfter : undefined;
      if (wait !== undefined && clock.now() + wait <= limit) {
        await pause(wait, connection);
        continue;
      }
      if (!isRepeated) throw error;
      await waitToRepeat(error, tries, connection, limit);
      tries += 1;
    }
  }
}

/**
 * Waits until a request that failed may be sent again. Rejects with its error if it was sent three times, if it would fail again, or if
 * GitHub asks to wait beyond `limit`. `tries`: how often it was sent. `limit`: a time of the clock. Default: after `maxWait`.
 */
export async function waitToRepeat(
  error: unknown,
  tries: number,
  connection: GitHubConnection,
  limit = connection.clock.now() + connection.maxWait,
): Promise<void> {
  const delay = DELAYS[tries - 1];
  const after = error instanceof GitHubError ? error.repeatAfter : undefined;
  const isTooLong = after !== undefined && after > 0 && connection.clock.now() + after > limit;
  if (delay === undefined || after === undefined || isTooLong) throw error;
  await pause(Math.max(delay, after), connection);
}

async function pause(milliseconds: number, { clock, signal }: GitHubConnection): Promise<void> {
  await clock.sleep(milliseconds, signal).catch(() => {
    throw new GitHubError("the time to ask GitHub is over");
  });
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function exchange(url: string, init: RequestInit, connection: GitHubConnection): Promise<Response> {
  const answer = await receive(url, init, connection);
  if (answer.status === 204) return new Response(null, answer);
  if (answer.status !== 200 && answer.status !== 201) throw refusalOf(answer, connection);
  const data = parseJson(answer.text);
  if (failedSchema.safeParse(data).success) throw refusalOf(answer, connection);
  return Response.json(data, answer);
}

async function receive(url: string, init: RequestInit, { agent, signal }: GitHubConnection): Promise<Answer> {
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
    const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
    // Octokit takes a body that was cut off for an empty one, so it is read here.
    return { status: answer.statusCode, headers: new Headers(pairs), text: await answer.body.text() };
  } catch (error) {
    if (signal.aborted) throw new GitHubError("the time to ask GitHub is over");
    if (deadline.aborted) throw new GitHubError(`GitHub did not answer within ${DEADLINE / 1000} seconds`);
    throw new GitHubError(`GitHub could not be reached (${whyNotReached(error)})`, { cause: error, repeatAfter: 0 });
  }
}

/** Never the error's own message: it may quote a header or a proxy. */
function whyNotReached(error: unknown): string {
  const { cause, code } = networkCauseOf(error);
  // The texts of other causes are written for the service.
  return /^(?:certificate|proxy)-/.test(cause) ? fill(ANSWERS[cause].means, { code }) : code;
}

function refusalOf({ status, headers, text }: Answer, { clock, redact }: GitHubConnection): GitHubError {
  const wait = [200, 403, 429].includes(status) ? rateLimitWait(status, headers, clock.now()) : undefined;
  if (wait === undefined) {
    const repeatAfter = status >= 500 || status === 200 ? (retryAfter(headers) ?? 0) : undefined;
    return new GitHubError(`GitHub answered ${status}${messageIn(text, redact)}`, { status, repeatAfter });
  }
  const message = `GitHub's rate limit is used up for ${Math.ceil(wait / 1000)} more seconds`;
  // At least a second, so that an odd answer is not asked for without end.
  return new RateLimitError(message, { repeatAfter: Math.max(wait, 1000) });
}

/** Milliseconds until GitHub takes requests again. `undefined` if its rate limit is not the reason of the refusal. */
function rateLimitWait(status: number, headers: Headers, now: number): number | undefined {
  const reset = headers.get("x-ratelimit-reset") ?? "";
  const isUsedUp = headers.get("x-ratelimit-remaining") === "0" && /^\d{1,12}$/.test(reset);
  const byReset = isUsedUp ? Math.max(0, Number(reset) * 1000 - now) : undefined;
  return retryAfter(headers) ?? byReset ?? (status === 429 ? UNKNOWN_WAIT : undefined);
}

function retryAfter(headers: Headers): number | undefined {
  const after = headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(after) ? Number(after) * 1000 : undefined;
}

/** GraphQL answers 200 also to a question that failed. */
const failedSchema = z.looseObject({ errors: z.array(z.unknown()).min(1) });

/** A refusal of GitHub. Most `errors` are codes. Those of GraphQL stand alone. */
const refusalSchema = z.looseObject({
  message: z.string().optional(),
  errors: z.array(z.looseObject({ message: z.string() })).catch([]),
});

/** GitHub's own message in parentheses. Empty for other answers, such as the page of a proxy. */
function messageIn(text: string, redact: GitHubConnection["redact"]): string {
  const { message, errors = [] } = refusalSchema.safeParse(jsonIn(text)).data ?? {};
  const all = [message, ...errors.map((error) => error.message)].filter((each) => each !== undefined).join(": ");
  return all === "" ? "" : ` (${clip(oneLine(redact(all)), MAX_MESSAGE).replace(/\.$/, "")})`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new GitHubError("GitHub's answer is not JSON", { cause: error });
  }
}
