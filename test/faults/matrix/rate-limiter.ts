import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Scene } from "./scene.ts";

export interface RateLimiter extends AsyncDisposable {
  readonly url: string;
  /** Requests that were answered 429. */
  refused(): number;
}

/**
 * A gateway in front of the emulator that allows so many `requests` in each window of `seconds`, and answers the others 429
 * with a page and without Retry-After. `countsRefused`: whether the refused ones use up the next window too.
 */
export async function startRateLimiter(
  scene: Scene,
  { requests, seconds, countsRefused }: { requests: number; seconds: number; countsRefused: boolean },
): Promise<RateLimiter> {
  let window = 0;
  let used = 0;
  let refused = 0;

  function isAllowed(): boolean {
    const current = Math.floor(scene.seconds() / seconds);
    if (current !== window) used = countsRefused ? Math.max(0, used - requests * (current - window)) : 0;
    window = current;
    if (used >= requests && !countsRefused) return false;
    used += 1;
    return used <= requests;
  }

  async function serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = "";
    for await (const chunk of message) body += String(chunk);
    if (!isAllowed()) {
      refused += 1;
      response.writeHead(429, { "content-type": "text/html" }).end("<h1>Too many requests</h1>");
      return;
    }
    const answer = await fetch(`${scene.emulator.url}${message.url}`, {
      method: message.method ?? "GET",
      headers: { authorization: message.headers.authorization ?? "", "content-type": "application/json" },
      ...(body === "" ? {} : { body }),
    });
    const text = await answer.text();
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  }

  const server = createServer((message, response) => {
    serve(message, response).catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, "127.0.0.1", resolve);
  await listening;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The gateway has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    refused: () => refused,
    [Symbol.asyncDispose]: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
