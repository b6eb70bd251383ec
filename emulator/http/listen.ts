import { createServer, STATUS_CODES } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Clock } from "../clock.ts";
import { methodNotAllowed } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import type { ServiceRequest } from "../service.ts";
import { answerWith, failureOf, refusalOf } from "./answer.ts";
import type { Answer } from "./answer.ts";
import { deliver } from "./deliver.ts";
import { refuseForeign } from "./foreign-request.ts";
import type { Reply } from "./reply.ts";
import { maxBodyBytes } from "./request-body.ts";

/** How long a connection may take, in milliseconds. */
interface ConnectionLimits {
  /** From the start of the connection or of a request to the end of the headers. */
  readonly headersMs: number;
  /** From the start of a request to the end of its body. */
  readonly requestMs: number;
  /** Between an answer and the next request. */
  readonly idleMs: number;
  /** Time between two checks of the first two limits. */
  readonly checkEveryMs: number;
}

/** Long enough for a program on the same machine, also a busy one. The time for an answer has no limit: faults can delay it. */
const patient: ConnectionLimits = { headersMs: 10_000, requestMs: 30_000, idleMs: 5000, checkEveryMs: 1000 };

/** The largest number of connections at the same time. Each can hold one body in memory. */
const maxConnections = 500;

export interface ListenOptions {
  readonly port: number;
  /** Milliseconds between handling a request and answering it. */
  readonly latencyMs: number;
  readonly clock: Clock;
  /** `closed`: when the connection is closed. */
  readonly handle: (request: ServiceRequest, closed: AbortSignal) => Reply | Promise<Reply>;
  /** Default: 10 seconds for headers, 30 for a request, 5 between two requests. */
  readonly limits?: ConnectionLimits | undefined;
}

export interface Listener {
  readonly url: string;
  /** Ends all connections at once, including open requests. Can be called more than once. */
  close(): Promise<void>;
}

/** Serves a handler on 127.0.0.1, and ends slow connections. Rejects if the port is in use. */
export async function listen({ port, latencyMs, clock, handle, limits = patient }: ListenOptions): Promise<Listener> {
  const signals = new WeakMap<Socket, AbortSignal>();
  const times = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.idleMs,
    connectionsCheckingInterval: limits.checkEveryMs,
  };
  const server = createServer(times, (message, response) => {
    response.on("error", (error) => fail(response, error));
    serve(message, response).catch((error: unknown) => fail(response, error));
  });
  server.maxConnections = maxConnections;
  server.on("connection", (socket) => {
    const closed = new AbortController();
    signals.set(socket, closed.signal);
    socket.once("close", () => closed.abort());
  });
  server.on("connect", (message, socket) => refuseConnect(message, socket));

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await receive(message);
    if (request === undefined) return;
    const refusal = refuseForeign(message.headers);
    const signal = signals.get(message.socket) ?? AbortSignal.abort();
    const reply =
      refusal === undefined
        ? await handle(request, signal)
        : ({ kind: "whole", answer: answerRefused(refusal) } as const);
    await deliver(response, reply, { clock, latencyMs, signal });
  }

  const { promise: listening, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  await listening;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The emulator has no port");

  let closed: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      closed ??= new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

/** The answer to a request that does not reach the service. It is not logged. */
function answerRefused(refusal: Refusal): Answer {
  return answerWith("refused", refusalOf(refusal));
}

/** Node passes a CONNECT request as a bare socket. Without a listener the connection ends without an answer. */
function refuseConnect({ method = "" }: IncomingMessage, socket: Duplex): void {
  const { status, headers, body } = answerRefused(methodNotAllowed(method, ["GET", "POST", "DELETE"]));
  const fields = Object.entries({ ...headers, connection: "close", "content-length": String(Buffer.byteLength(body)) });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...fields.map(([name, value]) => `${name}: ${value}`)];
  socket.on("error", () => socket.destroy());
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}

/** Answers 500, or ends the connection if an answer has started. No request may end the process. */
function fail(response: ServerResponse, error: unknown): void {
  const { socket } = response.req;
  // The client disconnected or the emulator is closing: an answer is not needed.
  if (socket.destroyed) return;
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  const { status, headers, body } = answerWith("failed", failureOf(error));
  response.writeHead(status, { ...headers, connection: "close" }).end(body);
}

/**
 * Reads the whole request. If the body is too large, it keeps only the first bytes, enough to see that. Undefined if the
 * client disconnects before the end.
 */
async function receive(message: IncomingMessage): Promise<ServiceRequest | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of message) {
      if (bytes > maxBodyBytes) continue;
      const part = Buffer.from(chunk);
      chunks.push(part);
      bytes += part.length;
    }
  } catch (error) {
    if (message.socket.destroyed) return undefined;
    throw error;
  }
  return {
    method: message.method ?? "",
    target: message.url ?? "",
    authorization: message.headers.authorization,
    contentType: message.headers["content-type"],
    body: Buffer.concat(chunks),
  };
}
