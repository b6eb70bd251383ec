import { expect, it } from "vitest";
import { startEmulator, type Emulator, type ObservedRequest, type RequestPhase } from "../../emulator/start.ts";
import { ask, refused, send } from "./ask.ts";
import { noon, testClock } from "./test-clock.ts";

const body = { organization_id: "org_1", slug: "site", type: "proxy" };

it("has every request with its outcome, in order, and no token", async () => {
  const clock = testClock();
  await using emulator = await startEmulator({ clock, token: "canary-right" });
  await ask(emulator, "POST /v1/projects", body);
  clock.advance(250);
  await ask(emulator, "GET /v1/projects?limit=5&organization_id=a%20b+c&tag=1&tag=2");
  await send(emulator, "DELETE /v1/projects/prj_%31", { headers: { authorization: "Bearer canary-wrong" } });
  await ask(emulator, "PUT /elsewhere", [1]);
  const receivedAt = Date.parse(noon);
  const first = { sequence: 1, receivedAt, requestId: "req_1", method: "POST", path: "/v1/projects", query: {}, body };
  const query = { limit: "5", organization_id: "a b c", tag: ["1", "2"] };
  const log = emulator.requests();
  expect(log[0]).toEqual({ ...first, authorized: true, handled: true, status: 200 });
  expect(log.slice(1)).toMatchObject([
    { sequence: 2, receivedAt: receivedAt + 250, query, body: null, authorized: true, status: 400 },
    { requestId: "req_3", path: "/v1/projects/prj_%31", authorized: false, status: 401 },
    { method: "PUT", path: "/elsewhere", body: [1], handled: true, status: 404 },
  ]);
  // Requests for the log are not in it.
  for (let times = 0; times < 2; times += 1)
    expect((await send(emulator, "GET /__emulator/requests")).body).toEqual(log);
  expect(JSON.stringify(log)).not.toContain("canary");
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

it("has each request under /v1 between the two calls of onRequest", async () => {
  const seen: [ObservedRequest, RequestPhase, number][] = [];
  let emulator: Emulator | undefined;
  const fault = { kind: "answer", status: 503 } as const;
  await using started = await startEmulator({
    faults: { faults: [{ path: "/v1/projects/x", fault }] },
    onRequest: (request, phase) => seen.push([request, phase, emulator?.requests().length ?? -1]),
  });
  emulator = started;
  await ask(started, "POST /v1/projects", body);
  await ask(started, "GET /elsewhere");
  await send(started, "GET /__emulator/requests");
  await send(started, "GET /v1/projects?limit=1");
  // It never takes effect, so that it has one call.
  await ask(started, "GET /v1/projects/x");
  const first = { method: "POST", path: "/v1/projects", sequence: 1 };
  const third = { method: "GET", path: "/v1/projects", sequence: 3 };
  expect(seen).toEqual([
    [first, "received", 0],
    [first, "handled", 1],
    [third, "received", 2],
    [third, "handled", 3],
    [{ method: "GET", path: "/v1/projects/x", sequence: 4, fault: "answer 503" }, "received", 3],
  ]);
});
