import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { Agent, request as send } from "undici";
import { InvalidRequestError, NoAnswerError, ProtocolError, RefusedError, type Call } from "./errors.ts";
import { parseBaseUrl } from "./path.ts";
import { errorRecord } from "./records.ts";
import { retryAfter, withRetries, type Clock, type Repetition } from "./retry.ts";

export interface TransportOptions {
  /** Address of the service, without `/v1`. https; http on loopback only. Never from a project file. */
  readonly baseUrl: string;
  /** Access token, sent as `Authorization: Bearer …` (interface document, 5). */
  readonly token: string;
  /** Sent as User-Agent. */
  readonly userAgent: string;
  /** Requests under way at once. Default 8. */
  readonly concurrency?: number;
  /** Milliseconds one call may take, its retries and waits included, its place in the queue not. Default 60,000. */
  readonly deadline?: number;
  /** Aborts every call under way and every later one. */
  readonly signal?: AbortSignal;
  /** Time and chance; the system's by default. */
  readonly clock?: Clock;
}

export interface Request extends Call {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly repetition: Repetition;
}

export interface Transport {
  /** scheme, host and port of the service: what a saved resource remembers. */
  readonly origin: string;
  /** The JSON of a 2xx answer, `undefined` where it had no body. Rejects with one of the errors of errors.ts. */
  send(request: Request): Promise<unknown>;
  close(): Promise<void>;
}

/** One attempt; a server that says nothing for this long (milliseconds) is given up. */
const SILENCE = 30_000;
const MAX_ANSWER = 8 * 1024 * 1024;
const EXCERPT = 200;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  random: () => Math.random(),
};

/** Every request to the service goes through the `send` of one of these. */
export function createTransport(options: TransportOptions): Transport {
  const base = parseBaseUrl(options.baseUrl);
  const { token, clock = systemClock, concurrency = 8, deadline = 60_000 } = options;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new InvalidRequestError("The access token is empty, or has a space or another character that no token has.");
  }
  const agent = new Agent({
    // HTTP/2 replays a POST after REFUSED_STREAM (observed with undici 8.12).
    allowH2: false,
    connections: concurrency,
    connect: { timeout: SILENCE },
    headersTimeout: SILENCE,
    bodyTimeout: SILENCE,
    maxResponseSize: MAX_ANSWER,
  });
  const limit = pLimit(concurrency);
  const redact = (text: string): string => text.replaceAll(token, "***");

  async function attempt(request: Request, url: URL, signal: AbortSignal): Promise<unknown> {
    let answer;
    let text: string;
    try {
      answer = await send(url, {
        dispatcher: agent,
        method: request.method,
        headers: {
          accept: "application/json",
          authorization: `Bearer ${token}`,
          "user-agent": options.userAgent,
          ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
        signal,
      });
      text = await answer.body.text();
    } catch (error) {
      throw noAnswer(request, error, redact);
    }
    const { statusCode: status, headers } = answer;
    if (status >= 200 && status < 300) return text === "" ? undefined : parse(request, text, redact);
    throw new RefusedError(request, {
      status,
      requestId: single(headers["x-request-id"]),
      retryAfter: retryAfter(single(headers["retry-after"]), single(headers["date"]), clock.now()),
      ...refusal(text, redact),
    });
  }

  return {
    origin: base.origin,
    send: (request) =>
      limit(async () => {
        const url = new URL(base);
        const full = `${base.pathname === "/" ? "" : base.pathname}${request.path}`;
        url.pathname = full;
        if (url.pathname !== full) throw new InvalidRequestError(`${request.method} ${request.path} leads elsewhere.`);
        for (const [name, value] of Object.entries(request.query ?? {})) {
          if (value !== undefined) url.searchParams.set(name, value);
        }
        const ends = AbortSignal.timeout(deadline);
        const signal = options.signal === undefined ? ends : AbortSignal.any([ends, options.signal]);
        if (signal.aborted) throw new NoAnswerError(request, "stopped before it was sent", false);
        const until = clock.now() + deadline;
        return withRetries(() => attempt(request, url, signal), request.repetition, until, clock, signal);
      }),
    close: () => agent.destroy(),
  };
}

function parse(call: Call, text: string, redact: (text: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const advice = "Check that the base URL is the service's address.";
    throw new ProtocolError(call, `the answer is not JSON: ${excerpt(text, redact)} ${advice}`);
  }
}

/** What an answer outside 2xx says; never throws, whatever the body is. */
function refusal(text: string, redact: (text: string) => string): Pick<RefusedError, "message" | "type" | "params"> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { type: undefined, message: excerpt(text, redact), params: [] };
  }
  const parsed = errorRecord.safeParse(body);
  if (!parsed.success) return { type: undefined, message: excerpt(text, redact), params: [] };
  const { type, message, params } = parsed.data.error;
  return {
    type,
    message: excerpt(message ?? "no message", redact),
    params: (params ?? []).map((field) => ({
      param: excerpt(field.param, redact),
      message: excerpt(field.message, redact),
    })),
  };
}

/** Text of the service on one line, short, without the token: it may end up on a runner's log. */
function excerpt(text: string, redact: (text: string) => string): string {
  const line = redact(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT)}…` : line;
}

const BEFORE_SENDING = new Set(["connect", "getaddrinfo"]);

function noAnswer(call: Call, error: unknown, redact: (text: string) => string): Error {
  const { code = "", syscall = "", name = "", message = "" } = describe(error);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new ProtocolError(call, `the answer is larger than ${MAX_ANSWER / 1024 / 1024} MiB`);
  }
  if (name === "TimeoutError") return new NoAnswerError(call, "no whole answer before the deadline", true);
  if (name === "AbortError") return new NoAnswerError(call, "stopped before the answer came", true);
  const beforeSending = BEFORE_SENDING.has(syscall) || code === "UND_ERR_CONNECT_TIMEOUT" || /CERT|TLS|SSL/.test(code);
  const reason = beforeSending
    ? `cannot connect to the service (${code || name}). Check the base URL and the network.`
    : `the connection ended before a whole answer came (${code || redact(message)})`;
  return new NoAnswerError(call, reason, !beforeSending);
}

function describe(error: unknown): { code?: string; syscall?: string; name?: string; message?: string } {
  // Node reports a failed connection to a name with several addresses as an AggregateError.
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error : { message: String(error) };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
