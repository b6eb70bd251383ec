import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { listen, type Listening } from "../listen.ts";

export interface ProxyServer extends Listening {
  /** Every request, with what it asked for: `CONNECT host:port`. */
  readonly asked: readonly { readonly line: string; readonly headers: IncomingMessage["headers"] }[];
}

/** Refuses, breaks off or stays silent instead of connecting; `attempt` counts from 1. Gives back whether it did. */
export type ProxyFault = (client: Duplex, attempt: number) => boolean;

/** Speaks TLS where it gets a certificate. Connects each client to `target` on this computer, whatever host it asks for. */
export async function startProxy(
  target: () => number,
  fault: ProxyFault = () => false,
  tls?: { key: string; cert: string },
): Promise<ProxyServer> {
  const asked: { line: string; headers: IncomingMessage["headers"] }[] = [];
  const listener: RequestListener = (request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    response.writeHead(500).end();
  };
  const server =
    tls === undefined
      ? createServer(listener)
      : createSecureServer({ ...tls, ALPNProtocols: ["h2", "http/1.1"] }, listener);
  server.on("connect", (request, client) => {
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    client.on("error", () => client.destroy());
    if (fault(client, asked.length)) return;
    const upstream = connect(target(), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connected\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    client.on("close", () => upstream.destroy());
    upstream.on("error", () => client.destroy());
  });
  return { ...(await listen(server)), asked };
}
