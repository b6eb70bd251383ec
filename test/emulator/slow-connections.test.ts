import { expect, it } from "vitest";
import { systemClock } from "../../emulator/clock.ts";
import { listen } from "../../emulator/http/listen.ts";
import type { ListenOptions } from "../../emulator/http/listen.ts";
import { sendRaw } from "./raw-request.ts";

const answer = { status: 200, headers: {}, body: "whole" };
const service: ListenOptions = { port: 0, latencyMs: 0, clock: systemClock, handle: () => ({ kind: "whole", answer }) };

/** Milliseconds that a test can wait for, and a limit that it never reaches. */
const soon = 50;
const never = 600_000;

async function start(limits: ListenOptions["limits"]) {
  const listener = await listen({ ...service, limits });
  return { url: listener.url, [Symbol.asyncDispose]: () => listener.close() };
}

it.each([
  ["nothing", ""],
  ["half of the headers", "GET /v1/projects HTTP/1.1\r\nHost: localhost\r\n"],
])("ends a connection that sends %s", async (_what, text) => {
  await using server = await start({ headersMs: soon, requestMs: never, idleMs: never, checkEveryMs: 10 });
  expect(await sendRaw(server.url, text)).toMatch(/^HTTP\/1\.1 408 /);
});

it("ends a connection that does not finish a body", async () => {
  await using server = await start({ headersMs: soon, requestMs: 2 * soon, idleMs: never, checkEveryMs: 10 });
  const text = "POST /v1/projects HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{";
  expect(await sendRaw(server.url, text)).toMatch(/^HTTP\/1\.1 408 /);
});

it("ends a connection that stays idle after an answer", async () => {
  await using server = await start({ headersMs: never, requestMs: never, idleMs: 1, checkEveryMs: 10 });
  const text = "GET /v1/projects HTTP/1.1\r\nHost: localhost\r\n\r\n";
  expect(await sendRaw(server.url, text)).toMatch(/^HTTP\/1\.1 200 [^]*whole$/);
});
