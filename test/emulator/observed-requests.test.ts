import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator, ObservedRequest, RequestPhase } from "../../emulator/start.ts";
import { ask, send } from "./ask.ts";
import { askUntilCut } from "./cut-off.ts";
import { testClock } from "./test-clock.ts";

const site = { organization_id: "org_1", slug: "site", type: "proxy" };
const create = "POST /v1/projects";

it("shows each request under /v1 before and after it is handled, and no other", async () => {
  const seen: [ObservedRequest, RequestPhase, number][] = [];
  let emulator: Emulator | undefined;
  await using started = await startEmulator({
    onRequest: (request, phase) => seen.push([request, phase, emulator?.requests().length ?? -1]),
  });
  emulator = started;
  await ask(started, create, site);
  await ask(started, "GET /elsewhere");
  await send(started, "GET /__emulator/requests");
  await send(started, "GET /v1/projects?limit=1");
  const first = { method: "POST", path: "/v1/projects", sequence: 1 };
  const third = { method: "GET", path: "/v1/projects", sequence: 3 };
  expect(seen).toEqual([
    [first, "received", 0],
    [first, "handled", 1],
    [third, "received", 2],
    [third, "handled", 3],
  ]);
});

it("names the fault of a request, and shows a request that never takes effect only once", async () => {
  const seen: [string | undefined, RequestPhase][] = [];
  const faults = [
    { fault: { kind: "reset", when: "before" } },
    { nth: 2, fault: { kind: "reset", when: "after" } },
    { nth: 3, fault: { kind: "answer", status: 503 } },
  ] as const;
  await using emulator = await startEmulator({
    faults: { faults },
    onRequest: ({ fault }, phase) => seen.push([fault, phase]),
  });
  for (let count = 0; count < 4; count += 1) await askUntilCut(emulator, create, site);
  expect(seen).toEqual([
    ["reset before", "received"],
    ["reset after", "received"],
    ["reset after", "handled"],
    ["answer 503", "received"],
    [undefined, "received"],
    [undefined, "handled"],
  ]);
  expect(emulator.requests()).toMatchObject([
    { handled: false, status: 0 },
    { handled: true, status: 0 },
    { handled: false, status: 503 },
    { handled: true, status: 409 },
  ]);
});

it("is called before the first byte of the answer is sent", async () => {
  const client = new AbortController();
  await using emulator = await startEmulator({
    clock: testClock(),
    onRequest: (_, phase) => {
      if (phase === "handled") client.abort();
    },
  });
  const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
  await expect(
    send(emulator, create, { headers, body: JSON.stringify(site), signal: client.signal }),
  ).rejects.toHaveProperty("name", "AbortError");
  expect(await ask(emulator, "GET /v1/projects")).toMatchObject({ body: { data: [site] } });
  expect(emulator.requests()).toMatchObject([{ handled: true, status: 200 }, { status: 200 }]);
});
