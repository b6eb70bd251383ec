import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** What the proxy does to a request: it cuts the connection before the request arrives, or answers it itself. */
export type Fault = "cut" | { readonly status: number; readonly body: unknown };

/**
 * Chooses the fault for a request. `undefined`: the request goes through. A function that takes time holds the request back,
 * so that it can change something right before the request.
 */
export type Faults = (call: string, body: string) => Fault | undefined | Promise<Fault | undefined>;

/** Changes the answer to a request: how another service would write it. */
export type Rewrite = (call: string, answer: Answer) => Answer;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Starts a proxy on loopback in front of the emulator. */
export async function startFaultProxy(target: string, faults: Faults, rewrite: Rewrite = (_call, answer) => answer) {
  const server = createServer((request, response) => {
    pass(request, response, target, faults, rewrite).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  faults: Faults,
  rewrite: Rewrite,
): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const body = await text(request);
  const fault = await faults(`${method} ${url}`, body);
  if (fault === "cut") {
    response.destroy();
    return;
  }
  if (fault !== undefined) {
    response.writeHead(fault.status, { "content-type": "application/json" }).end(JSON.stringify(fault.body));
    return;
  }
  const answer = await fetch(`${target}${url}`, {
    method,
    headers: {
      authorization: headers.authorization ?? "",
      "content-type": headers["content-type"] ?? "application/json",
    },
    ...(body === "" ? {} : { body }),
  });
  const { status, body: shown } = rewrite(`${method} ${url}`, { status: answer.status, body: await answer.json() });
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(shown));
}
