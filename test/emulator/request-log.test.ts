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
  const headers = { "content-type": "application/json" };
  await send(emulator, "POST /v1/projects", { headers, body: "{not json" });
  await ask(emulator, "PUT /elsewhere", [1]);
  expect(emulator.requests()).toEqual([
    {
      sequence: 1,
      receivedAt: Date.parse(noon),
      requestId: "req_1",
      method: "POST",
      path: "/v1/projects",
      query: {},
      body,
      authorized: true,
      handled: true,
      status: 200,
    },
    {
      sequence: 2,
      receivedAt: Date.parse(noon) + 250,
      requestId: "req_2",
      method: "GET",
      path: "/v1/projects",
      query: { limit: "5", organization_id: "a b c", tag: ["1", "2"] },
      body: null,
      authorized: true,
      handled: true,
      status: 400,
    },
    {
      sequence: 3,
      receivedAt: Date.parse(noon) + 250,
      requestId: "req_3",
      method: "DELETE",
      path: "/v1/projects/prj_%31",
      query: {},
      body: null,
      authorized: false,
      handled: true,
      status: 401,
    },
    {
      sequence: 4,
      receivedAt: Date.parse(noon) + 250,
      requestId: "req_4",
      method: "POST",
      path: "/v1/projects",
      query: {},
      body: "{not json",
      authorized: false,
      handled: true,
      status: 401,
    },
    {
      sequence: 5,
      receivedAt: Date.parse(noon) + 250,
      requestId: "req_5",
      method: "PUT",
      path: "/elsewhere",
      query: {},
      body: [1],
      authorized: true,
      handled: true,
      status: 404,
    },
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
