import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator, ObservedRequest, RequestPhase } from "../../emulator/start.ts";
import { ask, send } from "./ask.ts";

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
