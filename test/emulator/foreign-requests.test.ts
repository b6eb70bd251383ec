import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask } from "./ask.ts";
import { askRaw, sendRaw } from "./raw.ts";

const LOOPBACK = ["localhost", "LOCALHOST:80", "127.0.0.1", "127.0.0.1:1", "127.255.1.2:65535", "[::1]", "[::1]:8080"];
const NAMES = ["", "emulator", "example.com", "localhost.example.com", "127.0.0.1.example.com"];
const ADDRESSES = ["example.com:80@127.0.0.1", "127.0.0.1:80:80", "128.0.0.1", "10.0.0.1:8080", "0.0.0.0", "[::2]"];
const ORIGINS = ["https://example.com", "null", "http://127.0.0.1", ""];
const REQUESTS = ["GET /v1/projects", "OPTIONS /v1/projects", "GET /__emulator/requests", "POST /__emulator/reset"];
const faults = { faults: [{ fault: { kind: "html" } }] };

it("accepts the host names and addresses of this machine", async () => {
  await using emulator = await startEmulator();
  for (const host of LOOPBACK) {
    const { text } = await askRaw(emulator, "GET /v1/projects", undefined, [`Host: ${host}`]);
    expect(text, host).toMatch(/^HTTP\/1\.1 200 /);
  }
});

it.each([
  ...[...NAMES, ...ADDRESSES, "::1"].map((host) => [`Host: ${host}`]),
  ...ORIGINS.map((origin) => ["Host: 127.0.0.1", `Origin: ${origin}`]),
])("refuses %s %s, also for control requests", async (...host) => {
  await using emulator = await startEmulator();
  const said = new RegExp(
    `^HTTP/1\\.1 403 [^]*\\{"error":\\{"type":"forbidden_error","message":"The request has the ${host.at(-1)?.split(":")[0]} header `,
  );
  for (const request of REQUESTS) expect((await askRaw(emulator, request, undefined, host)).text).toMatch(said);
  expect((await askRaw(emulator, "POST /__emulator/faults", faults, host)).text).toMatch(said);
  // The faults are not replaced.
  expect(await ask(emulator, "GET /v1/projects")).toMatchObject({ status: 200 });
  expect(emulator.requests()).toMatchObject([{ status: 200 }]);
});

it("refuses a request without a host", async () => {
  await using emulator = await startEmulator();
  const { text } = await sendRaw(emulator, "GET /v1/projects HTTP/1.0\r\n\r\n");
  expect(text).toMatch(/^HTTP\/1\.1 403 [^]*no Host header/);
  expect((await askRaw(emulator, "GET /v1/projects", undefined, [])).text).toMatch(/^HTTP\/1\.1 400 /);
});
