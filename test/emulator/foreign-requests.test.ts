import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator } from "../../emulator/start.ts";
import { ask } from "./ask.ts";
import { sendRaw } from "./raw-request.ts";

const faults = JSON.stringify({ faults: [{ fault: { kind: "html" } }] });

/** Sends a request with the emulator's token and these headers. */
async function sendWith(emulator: Emulator, request: string, headers: readonly string[], body = ""): Promise<string> {
  const all = [
    ...headers,
    `authorization: Bearer ${emulator.token}`,
    "connection: close",
    "content-type: application/json",
    `content-length: ${body.length}`,
  ];
  return sendRaw(emulator.url, `${request} HTTP/1.1\r\n${all.join("\r\n")}\r\n\r\n${body}`);
}

it.each(["localhost", "LOCALHOST:80", "127.0.0.1", "127.0.0.1:1", "127.255.1.2:65535", "[::1]", "[::1]:8080"])(
  "accepts the host %s",
  async (host) => {
    await using emulator = await startEmulator();
    expect(await sendWith(emulator, "GET /v1/projects", [`Host: ${host}`])).toMatch(/^HTTP\/1\.1 200 /);
  },
);

it.each([
  "",
  "emulator",
  "example.com",
  "localhost.example.com",
  "127.0.0.1.example.com",
  "example.com:80@127.0.0.1",
  "127.0.0.1:80:80",
  "128.0.0.1",
  "10.0.0.1:8080",
  "0.0.0.0",
  "[::2]",
  "::1",
])("refuses the host %j, also for control requests", async (host) => {
  await using emulator = await startEmulator();
  for (const request of ["GET /v1/projects", "GET /__emulator/requests", "POST /__emulator/reset"]) {
    const reply = await sendWith(emulator, request, [`Host: ${host}`]);
    expect(reply).toMatch(/^HTTP\/1\.1 403 /);
    expect(reply).toContain('{"error":{"type":"forbidden_error","message":"The request has the Host header ');
  }
  expect(emulator.requests()).toEqual([]);
});

it("refuses a request without a host", async () => {
  await using emulator = await startEmulator();
  expect(await sendRaw(emulator.url, "GET /v1/projects HTTP/1.0\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 403 [^]*no Host header/,
  );
  expect(await sendWith(emulator, "GET /v1/projects", [])).toMatch(/^HTTP\/1\.1 400 /);
});

it.each(["https://example.com", "null", "http://127.0.0.1", ""])(
  "refuses the origin %j, also for control requests",
  async (origin) => {
    await using emulator = await startEmulator();
    const headers = ["Host: 127.0.0.1", `Origin: ${origin}`];
    for (const request of ["GET /v1/projects", "OPTIONS /v1/projects", "POST /__emulator/reset"]) {
      expect(await sendWith(emulator, request, headers)).toMatch(/^HTTP\/1\.1 403 [^]*forbidden_error/);
    }
    expect(await sendWith(emulator, "POST /__emulator/faults", headers, faults)).toMatch(/^HTTP\/1\.1 403 /);
    // The faults are not replaced.
    expect(await ask(emulator, "GET /v1/projects")).toMatchObject({ status: 200 });
    expect(emulator.requests()).toMatchObject([{ status: 200 }]);
  },
);
