import { expect, it } from "vitest";
import { systemClock } from "../../emulator/clock.ts";
import { listen } from "../../emulator/http/listen.ts";
import type { Reply } from "../../emulator/http/reply.ts";
import type { ServiceRequest } from "../../emulator/service.ts";
import type { Head } from "../../core/api/answers.ts";
import { failureOf } from "../../core/api/connection-failure.ts";
import { createConnection, type Connection } from "../../core/api/connection.ts";
import { redacted } from "../redacted.ts";
import { virtualClock } from "./clock.ts";
import { inProcess } from "./in-process.ts";

const answer = {
  status: 200,
  headers: { "content-type": "application/json", "x-request-id": "req_1" },
  body: '{"ä":1}',
};

const REPLIES: Readonly<Record<string, Reply>> = {
  whole: { kind: "whole", answer },
  "whole, refused": { kind: "whole", answer: { ...answer, status: 429, headers: { "retry-after": "7" } } },
  "whole, empty": { kind: "whole", answer: { ...answer, body: "" } },
  "whole, with a byte order mark": { kind: "whole", answer: { ...answer, body: "\uFEFF{}" } },
  "whole, with half a character": { kind: "whole", answer: { ...answer, body: "\uD83D" } },
  "without a body by its status": { kind: "whole", answer: { ...answer, status: 204 } },
  slow: { kind: "slow", answer, chunkBytes: 3, everyMs: 1 },
  padded: { kind: "padded", answer, bytes: 100 },
  "padded above the limit": { kind: "padded", answer, bytes: 9_000_000 },
  cut: { kind: "cut", answer },
  reset: { kind: "reset" },
};

/** Headers that only a socket needs, and the time. */
const OF_HTTP = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

const request = {
  path: "/v1/projects?limit=1",
  method: "POST" as const,
  headers: { authorization: "Bearer t", "content-type": "application/json" },
  body: '{"slug":"ä"}',
};

/** What a client gets to know of one exchange, and what the service gets. */
async function exchanged(reply: Reply, open: (serve: (sent: ServiceRequest) => Reply) => Promise<Opened>) {
  const received: unknown[] = [];
  let sends = 0;
  await using opened = await open(({ body, ...sent }) => {
    received.push({ ...sent, body: Buffer.from(body).toString() });
    return reply;
  });
  const told = ({ statusCode, headers }: Head) => ({
    statusCode,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_HTTP.has(name))),
  });
  const result = await opened.connection
    .exchange({ origin: opened.origin, ...request }, new AbortController().signal, () => {
      sends += 1;
    })
    .then(
      ({ head, ...rest }) => ({ head: told(head), ...rest }),
      (error: unknown) =>
        failureOf({ method: "POST", path: "/v1" }, error, true, { settings: "", proxy: "" }, redacted).message,
    );
  return { received, sends, result };
}

interface Opened extends AsyncDisposable {
  readonly origin: string;
  readonly connection: Connection;
}

async function overSockets(handle: (sent: ServiceRequest) => Reply): Promise<Opened> {
  const listener = await listen({ port: 0, latencyMs: 0, clock: systemClock, takesBody: () => true, handle });
  const connection = createConnection(1, {});
  return {
    origin: listener.url,
    connection,
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      await listener.close();
    },
  };
}

async function withoutSockets(handle: (sent: ServiceRequest) => Reply): Promise<Opened> {
  const connection = inProcess(handle, virtualClock());
  return { origin: "http://localhost", connection, [Symbol.asyncDispose]: async () => undefined };
}

it.each(Object.entries(REPLIES))("a reply arrives in process as over HTTP: %s", async (_name, reply) => {
  const inside = await exchanged(reply, withoutSockets);
  expect(inside).toEqual(await exchanged(reply, overSockets));
  expect(inside.received).toHaveLength(1);
});
