import { setTimeout as sleep } from "node:timers/promises";
import pLimit from "p-limit";
import { Agent, buildConnector, request as send } from "undici";
import { InvalidRequestError, NoAnswerError, ProtocolError, RefusedError, type Call } from "./errors.ts";
import { parseBaseUrl } from "./path.ts";
import { errorRecord } from "./records.ts";
import { createRedaction, type Redaction } from "./redaction.ts";
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
  /** Knows what no message may show; by default only the token. */
  readonly redaction?: Redaction;
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
const MAX_PARAMS = 20;

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
  // What fails in here failed before a byte of the request was sent: the one sure sign that a create may be repeated. The
  // error's code is none: a TLS alert comes in the middle of an exchange too.
  const unconnected = new WeakSet<object>();
  const connect = buildConnector({ timeout: SILENCE, allowH2: false });
  const agent = new Agent({
    // HTTP/2 replays a POST after REFUSED_STREAM (observed with undici 8.12).
    allowH2: false,
    connections: concurrency,
    connect: (target, done) =>
      connect(target, (...outcome) => {
        if (outcome[0] !== null) unconnected.add(outcome[0]);
        done(...outcome);
      }),
    headersTimeout: SILENCE,
    bodyTimeout: SILENCE,
    maxResponseSize: MAX_ANSWER,
  });
  const limit = pLimit(concurrency);
  const closing = new AbortController();
  const { redact } = options.redaction ?? createRedaction([token]);

  async function attempt(request: Request, url: URL, signal: AbortSignal): Promise<unknown> {
    const body = request.body === undefined ? undefined : encode(request);
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
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body }),
        signal,
      });
      text = await answer.body.text();
    } catch (error) {
      const sent = !(error instanceof Error && unconnected.has(error));
      // An aborted call rejects with whatever was given as the reason.
      throw signal.aborted && error === signal.reason && !isTimeout(error)
        ? new NoAnswerError(request, "stopped before the answer came", sent)
        : noAnswer(request, error, sent, redact);
    }
    const { statusCode: status, headers } = answer;
    if (status >= 200 && status < 300) return text === "" ? undefined : parse(request, text, redact);
    throw new RefusedError(request, {
      status,
      requestId: requestId(single(headers["x-request-id"]), redact),
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
        const stops = options.signal === undefined ? [] : [options.signal];
        const signal = AbortSignal.any([ends, closing.signal, ...stops]);
        if (signal.aborted) throw new NoAnswerError(request, "stopped before it was sent", false);
        const until = clock.now() + deadline;
        return withRetries(() => attempt(request, url, signal), request.repetition, until, clock, signal);
      }),
    close: () => {
      closing.abort();
      return agent.destroy();
    },
  };
}

/** The body as it is sent. What cannot be written as JSON is refused here, and not taken for a connection that broke. */
function encode(request: Request): string {
  try {
    return JSON.stringify(request.body);
  } catch {
    throw new InvalidRequestError(`${request.method} ${request.path}: the fields to send cannot be written as JSON.`);
  }
}

function requestId(header: string | undefined, redact: (text: string) => string): string | undefined {
  return header === undefined ? undefined : excerpt(header, redact);
}

function parse(call: Call, text: string, redact: (text: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // JSON that breaks off is an answer that did not come whole, and a read is worth another try.
    if (/^\s*[{[]/.test(text)) throw new NoAnswerError(call, "the answer breaks off, or is not valid JSON", true);
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
    type: excerpt(type, redact),
    message: excerpt(message ?? "no message", redact),
    params: (params ?? []).slice(0, MAX_PARAMS).map((field) => ({
      param: excerpt(field.param ?? "a field", redact),
      message: excerpt(field.message ?? "no message", redact),
    })),
  };
}

/** Text of the service on one line, short, without the token: it may end up on a runner's log. */
function excerpt(text: string, redact: (text: string) => string): string {
  const line = redact(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line === "") return "(nothing)";
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1)}…` : line;
}

function noAnswer(call: Call, error: unknown, sent: boolean, redact: (text: string) => string): Error {
  const { code = "", name = "", message = "" } = describe(error);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
    return new ProtocolError(call, `the answer is larger than ${MAX_ANSWER / 1024 / 1024} MiB`);
  }
  if (isTimeout(error)) return new NoAnswerError(call, "no whole answer before the deadline", true);
  const reason = sent
    ? `the connection ended before a whole answer came (${code || excerpt(message, redact)})`
    : `cannot connect to the service (${code || name}). Check the base URL and the network.`;
  return new NoAnswerError(call, reason, sent);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

function describe(error: unknown): { code?: string; name?: string; message?: string } {
  // Node reports a failed connection to a name with several addresses as an AggregateError.
  if (error instanceof AggregateError && error.errors.length > 0) return describe(error.errors[0]);
  return error instanceof Error ? error : { message: String(error) };
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
