import { expect, it } from "vitest";
import { createRequestLog } from "../../emulator/http/request-log.ts";
import { startEmulator } from "../../emulator/start.ts";
import { refused, send } from "./ask.ts";
import { COMPONENT, SEED } from "./conversation.ts";

const mebibyte = 1_048_576;
const json = { "content-type": "application/json" };
const update = `POST ${COMPONENT}`;

/** Settings in an object: two levels, and lists in lists for the others. */
const nested = (levels: number): string => `{"settings":{"a":${"[".repeat(levels - 2)}${"]".repeat(levels - 2)}}}`;

it("accepts a body of 64 levels, and refuses one of 65", async () => {
  await using emulator = await startEmulator({ seed: SEED });
  const headers = { ...json, authorization: `Bearer ${emulator.token}` };
  expect(await send(emulator, update, { headers, body: nested(64) })).toMatchObject({ status: 200 });
  const reply = await send(emulator, update, { headers, body: nested(65) });
  expect(reply).toEqual(refused(400, "invalid_request_error"));
  expect(reply.body).toMatchObject({ error: { message: "The body has more than 64 levels" } });
});

it.each([5000, 200_000])(
  "survives bodies of %i levels, with and without a token, and serves its log",
  async (levels) => {
    await using emulator = await startEmulator({ seed: SEED });
    const authorization = `Bearer ${emulator.token}`;
    for (const body of ["[".repeat(levels) + "]".repeat(levels), '{"a":'.repeat(levels) + "1" + "}".repeat(levels)]) {
      if (body.length > mebibyte) continue;
      const withToken = await send(emulator, update, { headers: { ...json, authorization }, body });
      expect(withToken).toEqual(refused(400, "invalid_request_error"));
      expect(await send(emulator, update, { headers: json, body })).toEqual(refused(401, "authentication_error"));
      const faults = await send(emulator, "POST /__emulator/faults", { headers: json, body });
      expect(faults).toEqual(refused(400, "invalid_request_error"));
      // As text, so that reading the log does not recurse.
      expect(emulator.requests().slice(-2)).toMatchObject([{ body }, { body: null, authorized: false }]);
    }
    const served = await send(emulator, "GET /__emulator/requests");
    expect(served.body).toEqual(emulator.requests());
  },
);

it("refuses a body of more than 1 MiB with 413, and logs it without the body", async () => {
  await using emulator = await startEmulator({ seed: SEED });
  const headers = { ...json, authorization: `Bearer ${emulator.token}` };
  const largest = `{"settings":{"a":"${"x".repeat(mebibyte - 21)}"}}`;
  expect(largest).toHaveLength(mebibyte);
  expect(await send(emulator, update, { headers, body: largest })).toMatchObject({ status: 200 });
  const reply = await send(emulator, update, { headers, body: `${largest} ` });
  expect(reply).toEqual(refused(413, "invalid_request_error"));
  expect(reply.body).toMatchObject({ error: { message: "The body is larger than 1 MiB" } });
  expect(await send(emulator, update, { headers, body: "x".repeat(40 * mebibyte) })).toMatchObject({ status: 413 });
  expect(emulator.requests().map(({ status, body: logged }) => [status, logged === null])).toEqual([
    [200, false],
    [413, true],
    [413, true],
  ]);
});

it("keeps the last 10,000 requests in its log", async () => {
  await using emulator = await startEmulator();
  await send(emulator, "GET /v1/projects");
  const log = createRequestLog();
  for (const request of emulator.requests())
    for (let sequence = 1; sequence <= 10_001; sequence += 1) log.add({ ...request, sequence });
  expect(log.all()).toHaveLength(10_000);
  expect([log.all()[0], log.all().at(-1)]).toMatchObject([{ sequence: 2 }, { sequence: 10_001 }]);
});

it("keeps requests of at most 16 MiB in its log", async () => {
  await using emulator = await startEmulator();
  await send(emulator, "GET /v1/projects");
  const log = createRequestLog();
  const body = "x".repeat(mebibyte);
  const [request] = emulator.requests();
  if (request === undefined) throw new Error("There is no request.");
  for (let sequence = 1; sequence <= 20; sequence += 1) log.add({ ...request, sequence, body });
  expect(log.all().map(({ sequence }) => sequence)).toEqual([6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
  log.add({ ...request, sequence: 20, body: null });
  log.add({ ...request, sequence: 21, body });
  expect(log.all()).toHaveLength(16);
  log.clear();
  for (let sequence = 1; sequence <= 15; sequence += 1) log.add({ ...request, sequence, body });
  expect(log.all()).toHaveLength(15);
  // The path of a request counts too.
  log.add({ ...request, sequence: 16, path: "x".repeat(10 * mebibyte) });
  expect(log.all()).toHaveLength(6);
});
