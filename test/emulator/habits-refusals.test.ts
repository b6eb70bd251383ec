import { describe, expect, it } from "vitest";
import { openEmulator, type OpenEmulator } from "../../emulator/open-emulator.ts";
import { ask, refused, send } from "./ask.ts";
import { testClock } from "./test-clock.ts";

const seed = { organizations: ["org_1"], projects: [{ organization_id: "org_1", slug: "site" }] };
const site = { organization_id: "org_1", slug: "site", type: "proxy" };

it("a refusal can be only a message, with 422 for conflicts and invalid parameters", async () => {
  await using emulator = await openEmulator({ seed, habits: { errors: "message" } });
  expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({
    status: 422,
    body: { message: "Organization org_1 already has a project with the slug site" },
  });
  expect(await ask(emulator, "POST /v1/projects/prj_1", { cache: 1 })).toMatchObject({
    status: 422,
    body: { message: "Invalid parameters: cache" },
  });
  expect(await ask(emulator, "GET /v1/projects/prj_9")).toEqual(refused(404, "not_found_error"));
  expect((await send(emulator, "GET /v1/projects")).status).toBe(401);
  const wrongMethod = await ask(emulator, "DELETE /v1/projects");
  expect(wrongMethod).toMatchObject({ status: 405, body: { message: expect.any(String) as unknown } });
  expect(wrongMethod.headers.get("allow")).toBe("POST, GET");
});

describe("a rate limit", () => {
  const list = "GET /v1/projects";
  const request = async (emulator: OpenEmulator, method: string, token = emulator.token): Promise<Response> =>
    fetch(`${emulator.url}/v1/projects`, { method, headers: { authorization: `Bearer ${token}` } });
  const statuses = async (emulator: OpenEmulator, count: number): Promise<number[]> => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) found.push((await request(emulator, "GET")).status);
    return found;
  };

  it("refuses requests above the limit until the oldest leaves the window, and handles none of them", async () => {
    const clock = testClock();
    await using emulator = await openEmulator({ seed, clock, habits: { rate: { requests: 2, windowMs: 1000 } } });
    expect(await statuses(emulator, 1)).toEqual([200]);
    clock.advance(600);
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    const refusal = await request(emulator, "POST");
    expect([refusal.status, refusal.headers.get("content-type")]).toEqual([429, "text/html; charset=utf-8"]);
    expect([refusal.headers.get("retry-after"), refusal.headers.get("x-request-id")]).toEqual([null, "req_4"]);
    expect(await refusal.text()).toMatch(/^<!doctype html>/);
    clock.advance(399);
    expect(await statuses(emulator, 1)).toEqual([429]);
    clock.advance(1);
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    expect(emulator.requests()[3]).toMatchObject({ fault: "rate limit", handled: false, status: 429 });
  });

  it("counts each token by itself, and no request without a token", async () => {
    const tokens = [{ token: "other", organizations: ["org_1"] }];
    await using emulator = await openEmulator({
      seed: { ...seed, tokens },
      clock: testClock(),
      habits: { rate: { requests: 1, windowMs: 1000 } },
    });
    expect(await send(emulator, list)).toMatchObject({ status: 401 });
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    expect((await request(emulator, "GET", "other")).status).toBe(200);
    expect(await send(emulator, list)).toMatchObject({ status: 401 });
  });

  it("keeps refused requests away from the faults", async () => {
    await using emulator = await openEmulator({
      seed,
      clock: testClock(),
      habits: { rate: { requests: 2, windowMs: 1000 } },
      faults: { faults: [{ nth: 3, fault: { kind: "answer", status: 500 } }] },
    });
    expect(await statuses(emulator, 3)).toEqual([200, 200, 429]);
    emulator.setProfile("plain");
    expect(await statuses(emulator, 2)).toEqual([500, 200]);
  });
});
