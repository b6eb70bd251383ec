import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask, refused, send } from "./ask.ts";
import { noon, testClock } from "./test-clock.ts";

const body = { organization_id: "org_1", slug: "site", type: "proxy" };

it("logs every request with its outcome, in order", async () => {
  const clock = testClock();
  await using emulator = await startEmulator({ clock });
  await ask(emulator, "POST /v1/projects", body);
  clock.advance(250);
  await ask(emulator, "GET /v1/projects?limit=5&organization_id=a%20b+c&tag=1&tag=2");
  await send(emulator, "DELETE /v1/projects/prj_%31");
  await ask(emulator, "PUT /elsewhere", [1]);
  const receivedAt = Date.parse(noon);
  const first = { sequence: 1, receivedAt, requestId: "req_1", method: "POST", path: "/v1/projects", query: {}, body };
  const query = { limit: "5", organization_id: "a b c", tag: ["1", "2"] };
  expect(emulator.requests()[0]).toEqual({ ...first, authorized: true, handled: true, status: 200 });
  expect(emulator.requests().slice(1)).toMatchObject([
    { sequence: 2, receivedAt: receivedAt + 250, query, body: null, authorized: true, status: 400 },
    { requestId: "req_3", path: "/v1/projects/prj_%31", authorized: false, status: 401 },
    { method: "PUT", path: "/elsewhere", body: [1], handled: true, status: 404 },
  ]);
});

it("never contains a token, valid or not", async () => {
  await using emulator = await startEmulator({ token: "canary-right" });
  await ask(emulator, "GET /v1/projects");
  await send(emulator, "GET /v1/projects", { headers: { authorization: "Bearer canary-wrong" } });
  const served = await send(emulator, "GET /__emulator/requests");
  expect(emulator.requests()).toHaveLength(2);
  expect(JSON.stringify([emulator.requests(), served.body])).not.toContain("canary");
});

it("is served without a token, and does not log that request", async () => {
  await using emulator = await startEmulator();
  await ask(emulator, "GET /v1/projects");
  await send(emulator, "GET /__emulator/requests");
  const served = await send(emulator, "GET /__emulator/requests");
  expect(served).toMatchObject({ status: 200 });
  expect(served.body).toEqual(emulator.requests());
  expect(served.body).toHaveLength(1);
});

it("is emptied by a reset, which keeps the projects and the count", async () => {
  await using emulator = await startEmulator();
  await ask(emulator, "POST /v1/projects", body);
  const before = emulator.requests();
  expect(await send(emulator, "POST /__emulator/reset")).toMatchObject({ status: 200 });
  expect(emulator.requests()).toEqual([]);
  expect(before).toHaveLength(1);
  expect(await ask(emulator, "GET /v1/projects/prj_1")).toMatchObject({ status: 200 });
  expect(emulator.requests()).toMatchObject([{ sequence: 2, requestId: "req_2" }]);
  emulator.reset();
  expect(emulator.requests()).toEqual([]);
});

it("refuses every other control path", async () => {
  await using emulator = await startEmulator();
  expect(await send(emulator, "GET /__emulator")).toEqual(refused(404, "not_found_error"));
  expect(await send(emulator, "GET /__emulator/store")).toEqual(refused(404, "not_found_error"));
  expect((await send(emulator, "POST /__emulator/requests")).headers.get("allow")).toBe("GET");
  expect((await send(emulator, "GET /__emulator/reset")).headers.get("allow")).toBe("POST");
  expect(emulator.requests()).toEqual([]);
});
