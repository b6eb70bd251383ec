import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { ServiceRequest } from "../service.ts";
import type { Answer } from "./answer.ts";

export interface ListenOptions {
  readonly port: number;
  /** Milliseconds between handling a request and answering it. */
  readonly latencyMs: number;
  readonly handle: (request: ServiceRequest) => Answer;
}

export interface Listener {
  readonly url: string;
  /** Ends all connections at once, open requests too; can be called again. */
  close(): Promise<void>;
}

/** Serves a handler on 127.0.0.1. Rejects if the port is taken. */
export async function listen({ port, latencyMs, handle }: ListenOptions): Promise<Listener> {
  const closing = new AbortController();
  const server = createServer((message, response) => {
    void serve(message, response);
  });

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const answer = handle(await receive(message));
      if (latencyMs > 0) await delay(latencyMs, undefined, { signal: closing.signal });
      response.writeHead(answer.status, { ...answer.headers, "content-length": Buffer.byteLength(answer.body) });
      response.end(answer.body);
    } catch {
      // The client went away in the middle of its request, or the emulator is being closed: nobody waits for an answer.
      response.destroy();
    }
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
        closing.abort();
        server.closeAllConnections();
      });
      return closed;
    },
  };
}

async function receive(message: IncomingMessage): Promise<ServiceRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return {
    method: message.method ?? "",
    target: message.url ?? "",
    authorization: message.headers.authorization,
    contentType: message.headers["content-type"],
    body: Buffer.concat(chunks),
  };
}
