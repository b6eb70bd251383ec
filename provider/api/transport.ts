import { request as send } from "undici";
import { createAgent, noting } from "./agent.ts";
import { failureOf, isRefusalByHead, isSuccess, parseAnswer, refusalOf, tookTooLong, type Head } from "./answers.ts";
import { systemClock, type Clock } from "./clock.ts";
import { InvalidRequestError, StoppedError, type Call } from "./errors.ts";
import { createLimiter } from "./limiter.ts";
import { isLoopback, parseBaseUrl } from "./path.ts";
import { proxySecrets, type Proxies } from "./proxy.ts";
import { createRedaction, type Redaction } from "./redaction.ts";
import { withRetries, type Repetition } from "./retry.ts";
import { endedBy, isTimeUp, unlessAborted, within } from "./time-limit.ts";

export interface TransportOptions {
  /** Address of the service, without `/v1`. https; http on loopback only. Never from a project file. */
  readonly baseUrl: string;
  /** Access token, sent as `Authorization: Bearer …` (interface document, 5). */
  readonly token: string;
  /** Sent as User-Agent. */
  readonly userAgent: string;
  /** Requests under way at once, as long as the service never answers 429; then fewer for a while. Default 8. */
  readonly concurrency?: number;
  /** Milliseconds one call may take, its retries and waits included, its place in the queue not. Default 60,000. */
  readonly deadline?: number;
  /** Aborts every call under way and every later one. */
  readonly signal?: AbortSignal;
  /**
   * Through what the service is reached; never used where it is on loopback. Default none: the environment is not read.
   * Throws {@link InvalidRequestError} where one is no URL of http or https.
   */
  readonly proxies?: Proxies;
  /** Time and chance; the system's by default. */
  readonly clock?: Clock;
  /** Knows what no message may show; by default only the token. A proxy's password is added. */
  readonly redaction?: Redaction;
}

export interface Request extends Call {
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly repetition: Repetition;
  /**
   * Once it aborts, no attempt begins any more; one under way goes on. Its reason says why. Aborts where the service refuses
   * the token. Default: none.
   */
  readonly gate?: AbortController | undefined;
}

export interface Transport {
  /** scheme, host and port of the service: what a saved resource remembers. */
  readonly origin: string;
  /** The JSON of a 2xx answer, `undefined` where it had no body. Rejects with one of the errors of errors.ts. */
  send(request: Request): Promise<unknown>;
  /** Waits by the clock. Rejects with {@link StoppedError} at once when the client is stopped or closed. */
  pause(milliseconds: number): Promise<void>;
  /** Takes out of a text what no message may show. */
  readonly redact: (text: string) => string;
  close(): Promise<void>;
}

/** Milliseconds one attempt may take, headers and body together. */
const ATTEMPT = 30_000;

/** Every request to the service goes through the `send` of one of these. */
export function createTransport(options: TransportOptions): Transport {
  const base = parseBaseUrl(options.baseUrl);
  const { token, clock = systemClock, concurrency = 8, deadline = 60_000 } = options;
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new InvalidRequestError("The access token is empty, or has a space or another character that no token has.");
  }
  const { add, redact } = options.redaction ?? createRedaction([token]);
  // On loopback the token may travel in clear; a proxy would see it.
  const proxies = isLoopback(base) ? {} : (options.proxies ?? {});
  const secrets = proxySecrets(proxies);
  add(secrets);
  const { https, http } = proxies;
  const check = https || http ? "the base URL, the proxy and the network" : "the base URL and the network";
  const limiter = createLimiter(concurrency, clock);
  const agent = createAgent(concurrency, proxies);

  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
    limiter.stop();
  };
  options.signal?.addEventListener("abort", stop, { once: true });
  if (options.signal?.aborted === true) stop();

  async function attempt(request: Request, url: URL, body: string | undefined, ends: AbortSignal): Promise<unknown> {
    let sent = false;
    let head: Head | undefined;
    const exchange = async (signal: AbortSignal) => {
      const answer = await send(url, {
        dispatcher: noting(agent, () => {
          sent = true;
        }),
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
      head = answer;
      return { head: answer, text: await answer.body.text() };
    };
    let answer: { readonly head: Head; readonly text: string };
    try {
      answer = await within(ATTEMPT, ends, clock, (signal) => unlessAborted(signal, exchange(signal)));
    } catch (error) {
      if (ends.aborted) throw endedBy(ends, request, sent);
      const failure = isTimeUp(error)
        ? tookTooLong(request, sent, ATTEMPT, check)
        : failureOf(request, error, sent, check, redact);
      // What the status and Retry-After say is known without the body.
      if (head === undefined || !isRefusalByHead(head, failure)) throw failure;
      answer = { head, text: "" };
    }
    if (isSuccess(answer.head)) return parseAnswer(request, answer.text, redact);
    throw refusalOf(request, answer.head, answer.text, redact, clock.now());
  }

  /** Throws where the path would not arrive as it is: nothing is sent then. */
  function addressOf({ method, path, query = {} }: Request): URL {
    const url = new URL(base);
    const full = `${base.pathname === "/" ? "" : base.pathname}${path}`;
    url.pathname = full;
    if (url.pathname !== full) throw new InvalidRequestError(`${method} ${path} leads elsewhere.`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    return url;
  }

  return {
    origin: base.origin,
    redact,
    send: async (request) => {
      const url = addressOf(request);
      const body = request.body === undefined ? undefined : encode(request);
      return limiter.queue(request, () => {
        const until = clock.now() + deadline;
        return within(deadline, stopping.signal, clock, (signal) =>
          withRetries(
            {
              call: request,
              attempt: () => attempt(request, url, body, signal),
              repetition: request.repetition,
              gate: request.gate,
              until,
              signal,
            },
            limiter,
            clock,
          ),
        );
      });
    },
    pause: async (milliseconds) => {
      if (stopping.signal.aborted) throw new StoppedError();
      await clock.sleep(milliseconds, stopping.signal).catch((error: unknown) => {
        throw stopping.signal.aborted ? new StoppedError() : error;
      });
    },
    close: async () => {
      stop();
      options.signal?.removeEventListener("abort", stop);
      await agent.destroy();
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
