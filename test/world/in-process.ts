import type { Reply } from "../../emulator/http/reply.ts";
import type { ServiceRequest } from "../../emulator/service.ts";
import { MAX_BODY, type HttpAnswer } from "../../core/api/answers.ts";
import type { Clock } from "../../core/api/clock.ts";
import type { Connection } from "../../core/api/connection.ts";

/** `closed`: aborts when the client gives the request up. */
export type Serve = (request: ServiceRequest, closed: AbortSignal) => Reply | Promise<Reply>;

type ClientRequest = Parameters<Connection["exchange"]>[0];

const DAY = 86_400_000;
/** Statuses of answers without a body. */
const BODILESS = new Set([204, 304]);

/**
 * Connects a client to the service without sockets: its replies arrive as over HTTP, also the broken ones. The counterpart of
 * emulator/http/deliver.ts and core/api/connection.ts; in-process.test.ts compares them.
 */
export function inProcess(serve: Serve, clock: Pick<Clock, "now" | "sleep">): Connection {
  return {
    exchange: async (request, signal, onSend) => {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
      const abort = (): void => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      send(serve, clock, request, signal, onSend).then(resolve, reject);
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    close: async () => undefined,
  };
}

async function send(
  serve: Serve,
  clock: Pick<Clock, "now" | "sleep">,
  request: ClientRequest,
  signal: AbortSignal,
  onSend: () => void,
): Promise<HttpAnswer> {
  onSend();
  const served = serve(serviceRequest(request), signal);
  // Without a wait the answer is there in the same turn.
  const reply = served instanceof Promise ? await served : served;
  signal.throwIfAborted();
  if (reply.kind === "reset") throw failure("ECONNRESET", "read ECONNRESET");
  if (reply.kind === "hang") {
    await clock.sleep(DAY, signal);
    throw failure("UND_ERR_SOCKET", "other side closed");
  }
  const { status: statusCode, headers, body: text } = reply.answer;
  const head = { statusCode, headers: { date: new Date(clock.now()).toUTCString(), ...headers } };
  if (reply.kind === "cut") throw failure("ECONNRESET", "read ECONNRESET");
  const bytes = Buffer.from(BODILESS.has(statusCode) ? "" : text);
  if (reply.kind === "slow") {
    const waits = Math.max(0, Math.ceil(bytes.length / reply.chunkBytes) - 1);
    if (waits > 0) await clock.sleep(waits * reply.everyMs, signal);
  }
  const length = reply.kind === "padded" ? Math.max(bytes.length, reply.bytes) : bytes.length;
  if (length > MAX_BODY) throw failure("UND_ERR_RES_EXCEEDED_MAX_SIZE", "Response content exceeded max size");
  return { head, text: new TextDecoder().decode(bytes) + " ".repeat(length - bytes.length), isUtf8: true };
}

function serviceRequest({ method, path, headers, body }: ClientRequest): ServiceRequest {
  const sent = new Map(Object.entries(headers ?? {}));
  const header = (name: string): string | undefined => {
    const value: unknown = sent.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    method,
    target: path,
    authorization: header("authorization"),
    contentType: header("content-type"),
    body: Buffer.from(typeof body === "string" ? body : ""),
  };
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
