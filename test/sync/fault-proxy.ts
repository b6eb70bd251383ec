import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** What the proxy does to a request: it cuts the connection before the request arrives, or answers it itself. */
export type Fault = "cut" | { readonly status: number; readonly body: unknown };

/** Chooses the fault for a request. `undefined`: the request goes through. */
export type Faults = (call: string, body: string) => Fault | undefined;

/** Starts a proxy on loopback in front of the emulator. */
export async function startFaultProxy(target: string, faults: Faults) {
  const server = createServer((request, response) => {
    pass(request, response, target, faults).catch((error: unknown) =>
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

async function pass(request: IncomingMessage, response: ServerResponse, target: string, faults: Faults): Promise<void> {
  const { method = "GET", url = "/", headers } = request;
  const body = await text(request);
  const fault = faults(`${method} ${url}`, body);
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
  response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
}
