import { gatewaysOf, type Head, type HttpAnswer, readAnswer, requestIdOf } from "./answers.ts";
import { systemClock, type Clock } from "./clock.ts";
import { NoAnswerError, StaleError, StoppedError, type Call } from "./errors.ts";
import { createLimiter } from "./limiter.ts";
import type { LimitFunction } from "p-limit";
import { isLoopback, parseBaseUrl, checkToken } from "./base-url.ts";
import { proxySecrets, type Proxies } from "./proxy.ts";
import { createConnection, type Connection } from "./connection.ts";
import { failureOf, timeoutError } from "./connection-failure.ts";
import { isTooLarge } from "./refusal.ts";
import { createRedaction, type Redact, type Redaction } from "../text/redaction.ts";
import { withRetries, type Repeatable } from "./retry.ts";
import { createCircuitBreaker } from "./circuit-breaker.ts";
import { measured, type ReadBudget } from "./answer-size.ts";
import { isTimeLimit, lateError, stoppedError, withTimeLimit, type Deadline } from "./time-limit.ts";
import type { Trace } from "./trace.ts";

export interface TransportOptions {
  /** Address of the service, without `/v1`. https, or http on loopback. Never from a project file. */
  readonly baseUrl: string;
  /** Access token, sent as `Authorization: Bearer …` (docs/internals/service.md, Endpoints). */
  readonly token: string;
  /** Value of the User-Agent header. */
  readonly userAgent: string;
  /** Requests at once. After a 429 there are fewer for a while. Default: 8. */
  readonly concurrency?: number | undefined;
  /** Milliseconds for one call with its retries and waits, without its time in the queue. Default: 60,000. */
  readonly deadline?: number | undefined;
  /** Aborts all running and all later calls. */
  readonly signal?: AbortSignal;
  /**
   * Proxies to connect through. Ignored when the service is on loopback. Default: none; the environment is not read.
   * Throws {@link SettingError} when one is not a URL of http or https.
   */
  readonly proxies?: Proxies;
  /** The suffix of the host names that the service gives projects by itself. Default: that of the description. */
  readonly automaticDomains?: string | undefined;
  /** Time and randomness. Default: the system's. */
  readonly clock?: Clock | undefined;
  /** Secrets that no message may show. Default: only the token. The passwords of the proxies are added. */
  readonly redaction?: Redaction;
  /** The user's names for the two settings, for messages. Default: "The base URL" and "The access token". */
  readonly names?: { readonly baseUrl: string; readonly token: string };
  /** Receives each answer, retry and wait, for diagnostics. Paths and reasons are not redacted. Default: none. */
  readonly trace?: Trace;
  /** The way to the service. Tests pass one without sockets. Default: HTTP to `baseUrl`, through `proxies`. */
  readonly connection?: Connection;
}

export interface Request extends Call, Repeatable {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** A cache may answer a read. Default: false. */
  readonly mayBeOld?: boolean;
  /** Counts the 2xx answer before it is parsed. Default: it is not counted. */
  readonly reading?: ReadBudget;
  /** When the call ends at the latest, also in the queue, in milliseconds since the epoch. Default: only its own deadline. */
  readonly end?: number;
}

/** The data of an attempt besides its call and address. */
interface Attempt extends Pick<Repeatable, "idempotent"> {
  readonly isAlone: boolean;
  readonly body: object;
  readonly mayBeOld: boolean;
  readonly deadline: Deadline;
  readonly reading: ReadBudget | undefined;
}

export interface Transport {
  /** The address of the service, with its path: two tenants may share a host. A saved resource and a saved plan remember it. */
  readonly origin: string;
  /** Resolves to the JSON of a 2xx answer, or `undefined` if it has no body. Rejects with an error of errors.ts. */
  readonly send: (request: Request) => Promise<unknown>;
  /** Milliseconds since the epoch, by the clock. */
  readonly now: () => number;
  /** Waits by the clock. Rejects with {@link StoppedError} as soon as the client is stopped or closed. */
  readonly pause: (milliseconds: number, reason: string) => Promise<void>;
  /**
   * Runs a write with the reads that it relies on: as many at once as requests are sent at once, so that it hardly waits after it was
   * decided. Never within another one.
   */
  readonly inTurn: LimitFunction;
  /** The same, beside those: for a host name that is offline until it is attached. */
  readonly inFirstTurn: LimitFunction;
  /** Milliseconds until requests may be sent again. 0: at once. */
  readonly throttled: () => number;
  /** The status with which a gateway seems to limit the rate, if it does not say so with 429. */
  readonly limitedBy: () => number | undefined;
  /** The gateways that the last answer says it came through. Empty: it says nothing. */
  readonly gateways: () => string;
  readonly redact: Redact;
  readonly close: () => Promise<void>;
}

/** The list that every service has. */
const PROBE = "/v1/projects";
/** Milliseconds for one attempt, headers and body together. */
const ATTEMPT_TIMEOUT = 30_000;

/** Sends all requests to the service: with its token, within its limits, with retries. */
export function createTransport(options: TransportOptions): Transport {
  const { names = { baseUrl: "The base URL", token: "The access token" }, trace } = options;
  const base = parseBaseUrl(options.baseUrl, names.baseUrl);
  const { token, clock = systemClock, concurrency = 8, deadline: limit = 60_000 } = options;
  checkToken(token, names.token);
  const { add, redact } = options.redaction ?? createRedaction([token]);
  // On loopback the token may be sent without TLS, so no proxy may see it.
  const proxies = isLoopback(base) ? {} : (options.proxies ?? {});
  const passwords = proxySecrets(proxies);
  add(passwords);
  const address = names.baseUrl.replace(/^The /, "the ");
  const proxy = proxies.https ? "HTTPS_PROXY" : "HTTP_PROXY";
  const settings = {
    proxy: `${proxy} (or ${proxy.toLowerCase()})`,
    settings: proxies.https || proxies.http ? `${proxy} and ${address}` : address,
  };
  const limiter = createLimiter(concurrency, limit, clock, trace);
  const connection = options.connection ?? createConnection(concurrency, proxies);

  let last: Head | undefined;
  /** A proxy refused the user name and password of all requests. */
  let refusedByProxy: NoAnswerError | undefined;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  options.signal?.addEventListener("abort", stop, { once: true });
  if (options.signal?.aborted === true) stop();

  /** The first attempt through a proxy with a password. The others wait for it: several wrong ones could lock the account. */
  let first: Promise<void> | undefined;

  async function attempt(...request: Parameters<typeof attemptNow>): Promise<unknown> {
    if (passwords.length === 0) return attemptNow(...request);
    if (first !== undefined) {
      await first;
      return attemptNow(...request);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    first = promise;
    return attemptNow(...request).finally(resolve);
  }

  async function attemptNow(
    call: Call,
    { origin, pathname, search }: URL,
    { body, idempotent, isAlone, mayBeOld, deadline, reading }: Attempt,
  ): Promise<unknown> {
    if (refusedByProxy !== undefined) {
      const { reason, remedy, why } = refusedByProxy;
      throw new NoAnswerError(call, reason, false, remedy, why);
    }
    const started = clock.now();
    const rest = deadline.at - started;
    if (rest <= 0) throw lateError(call, deadline, false);
    const headers = {
      accept: "application/json",
      // Without it, any compression is allowed (RFC 9110, 12.5.3).
      "accept-encoding": "identity",
      authorization: `Bearer ${token}`,
      "user-agent": options.userAgent,
      ...("body" in body ? { "content-type": "application/json" } : {}),
      // Caches that know the service's rules ask it again.
      ...(call.method === "GET" ? { "cache-control": "no-cache" } : {}),
    };
    const path = `${pathname}${search}`;
    const request = { origin, path, method: call.method, idempotent, isAlone, headers, ...body };
    reading?.check();
    let sent = false;
    let answer: HttpAnswer;
    try {
      answer = await withTimeLimit(Math.min(ATTEMPT_TIMEOUT, rest), stopping.signal, clock, (signal) =>
        connection.exchange(request, signal, () => {
          sent = true;
        }),
      );
    } catch (caught) {
      const error = stopping.signal.aborted
        ? stoppedError(call, sent)
        : !isTimeLimit(caught)
          ? failureOf(call, caught, sent, settings, redact)
          : rest <= ATTEMPT_TIMEOUT
            ? lateError(call, deadline, sent)
            : timeoutError(call, sent, ATTEMPT_TIMEOUT, settings);
      if (error instanceof NoAnswerError && error.why === "proxy-password") refusedByProxy = error;
      trace?.({ kind: "no-answer", call, milliseconds: clock.now() - started, reason: error.reason });
      throw error;
    }
    const { statusCode: status } = answer.head;
    last = answer.head;
    trace?.({
      kind: "answer",
      call,
      status,
      milliseconds: clock.now() - started,
      requestId: () => requestIdOf(answer.head, redact),
    });
    const size = isTooLarge(status) ? Buffer.byteLength(JSON.stringify(request)) : undefined;
    return readAnswer(call, measured(call, answer, reading), { size, mayBeOld, redact, now: clock.now() });
  }

  /** One read, outside of the queue: a write that waits for it keeps its turn. */
  const breaker = createCircuitBreaker(() =>
    sendNow({ method: "GET", path: PROBE, query: { limit: "1" }, idempotent: true }),
  );

  async function send(request: Request): Promise<unknown> {
    const inQueue = request.gate?.isNext === true ? (sending: () => Promise<unknown>) => sending() : limiter.queue;
    return inQueue(async () => {
      if (request.method === "GET") return sendNow(request);
      if (request.gate?.controller.signal.aborted !== true)
        await breaker.beforeWrite({ method: request.method, path: request.path });
      try {
        const answer = await sendNow(request);
        breaker.afterWrite();
        return answer;
      } catch (error) {
        breaker.afterWrite(error);
        throw error;
      }
    });
  }

  async function sendNow(request: Request): Promise<unknown> {
    const { method, path, query = {}, body, mayBeOld = false, end = Infinity, reading, ...repeatable } = request;
    const { idempotent, isSentAfterRead: isAlone = false } = repeatable;
    const url = new URL(base);
    url.pathname = `${base.pathname === "/" ? "" : base.pathname}${path}`;
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    // Only these two: what is traced or put into an error must not hold the body.
    const call = { method, path };
    const now = clock.now();
    if (now >= end) throw new NoAnswerError(call, "not sent in time", false, "Try again later.");
    if (now >= (request.gate?.startsBy ?? Infinity)) throw new StaleError(call);
    const at = Math.min(now + limit, end);
    const deadline = { at, milliseconds: at - now };
    const options = { body: content, idempotent, isAlone, mayBeOld, deadline, reading };
    const run = (number: number) => attempt({ ...call, attempt: number }, url, options);
    return withRetries({ ...repeatable, call, attempt: run, deadline, signal: stopping.signal, trace }, limiter, clock);
  }

  return {
    origin: base.href.replace(/\/$/, ""),
    redact,
    send,
    now: () => clock.now(),
    inTurn: limiter.turns,
    inFirstTurn: limiter.firstTurns,
    throttled: () => limiter.pause(),
    limitedBy: () => limiter.limitedBy(),
    gateways: () => (last === undefined ? "" : gatewaysOf(last, redact)),
    pause: async (milliseconds, reason) => {
      if (stopping.signal.aborted) throw new StoppedError();
      trace?.({ kind: "wait", milliseconds, reason });
      await clock.sleep(milliseconds, stopping.signal).catch((error: unknown) => {
        throw stopping.signal.aborted ? new StoppedError() : error;
      });
    },
    close: async () => {
      stop();
      options.signal?.removeEventListener("abort", stop);
      await connection.close();
    },
  };
}
