import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Clock } from "../clock.ts";
import type { ServiceRequest } from "../service.ts";
import { answerWith, failureOf, refusalOf } from "./answer.ts";
import { deliver } from "./deliver.ts";
import { refuseForeign } from "./foreign-request.ts";
import type { Reply } from "./reply.ts";
import { maxBodyBytes } from "./request-body.ts";

export interface ListenOptions {
  readonly port: number;
  /** Milliseconds between handling a request and answering it. */
  readonly latencyMs: number;
  readonly clock: Clock;
  /** Whether the body of a request is kept. That of others is dropped as it arrives. */
  readonly takesBody: (request: Pick<ServiceRequest, "target" | "authorization">) => boolean;
  /** `closed`: aborts when the connection closes, or the answer is sent. */
  readonly handle: (request: ServiceRequest, closed: AbortSignal) => Reply | Promise<Reply>;
}

export interface Listener {
  readonly url: string;
  /** Ends all connections at once, including open requests. Can be called more than once. */
  close(): Promise<void>;
}

/** Serves a handler on 127.0.0.1. Rejects if the port is in use. */
export async function listen({ port, latencyMs, clock, takesBody, handle }: ListenOptions): Promise<Listener> {
  const server = createServer((message, response) => {
    response.on("error", (error) => fail(response, error));
    serve(message, response).catch((error: unknown) => fail(response, error));
  });

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new AbortController();
    const { signal } = closed;
    response.once("close", () => closed.abort());
    const request = await receive(message, takesBody);
    if (request === undefined) return;
    const refusal = refuseForeign(message.headers);
    const reply: Reply =
      refusal === undefined
        ? await handle(request, signal)
        : { kind: "whole", answer: answerWith("refused", refusalOf(refusal)) };
    await deliver(response, reply, { clock, latencyMs, signal });
  }

  await once(server.listen(port, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The emulator has no port");

  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
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
async function receive(
  message: IncomingMessage,
  takesBody: ListenOptions["takesBody"],
): Promise<ServiceRequest | undefined> {
  const head = { target: message.url ?? "", authorization: message.headers.authorization };
  const most = takesBody(head) ? maxBodyBytes : -1;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of message) {
      if (bytes > most) continue;
      const part = Buffer.from(chunk);
      chunks.push(part);
      bytes += part.length;
    }
  } catch (error) {
    if (message.socket.destroyed) return undefined;
    throw error;
  }
  return {
    ...head,
    method: message.method ?? "",
    contentType: message.headers["content-type"],
    body: Buffer.concat(chunks),
  };
}
