import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator, Temperament } from "../../emulator/start.ts";
import { ask, refused, refusedParams, send } from "./ask.ts";
import { noon, testClock } from "./test-clock.ts";

const seed = { organizations: ["org_1"], projects: [{ organization_id: "org_1", slug: "site" }] };
const site = { organization_id: "org_1", slug: "site", type: "proxy" };
const message = "Organization org_1 already has a project with the slug site";

type Errors = NonNullable<Temperament["errors"]>;

describe("a refusal", () => {
  it.each<[NonNullable<Errors["shape"]>, string, unknown]>([
    ["untyped", "application/json", { error: { message } }],
    ["message", "application/json", { message }],
    ["text", "application/json", { error: message }],
    ["problem", "application/problem+json", { type: "about:blank", title: "Conflict", status: 409, detail: message }],
    ["list", "application/json", { errors: [{ message }] }],
  ])("can have the shape %s", async (shape, type, body) => {
    await using emulator = await startEmulator({ seed, temperament: { errors: { shape } } });
    const reply = await ask(emulator, "POST /v1/projects", site);
    expect([reply.status, reply.body]).toEqual([409, body]);
    expect(reply.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
    expect((await send(emulator, "GET /v1/projects")).body).not.toHaveProperty("error.type");
  });

  it("can have a type for some types only", async () => {
    const errors = { shape: "message", typed: ["not_found_error"] } as const;
    await using emulator = await startEmulator({ seed, temperament: { errors } });
    expect(await ask(emulator, "GET /v1/projects/prj_9")).toEqual(refused(404, "not_found_error"));
    expect((await ask(emulator, "POST /v1/projects", site)).body).toEqual({ message });
    expect((await ask(emulator, "POST /v1/projects/prj_1", { cache: 1 })).body).toEqual({
      message: "Invalid parameters: cache",
    });
    const wrongMethod = await ask(emulator, "DELETE /v1/projects");
    expect(wrongMethod).toMatchObject({ status: 405, body: { message: expect.any(String) as unknown } });
    expect(wrongMethod.headers.get("allow")).toBe("POST, GET");
  });

  it.each([400, 422] as const)("of a conflict can have the status %i", async (conflict) => {
    await using emulator = await startEmulator({ seed, temperament: { errors: { conflict } } });
    expect(await ask(emulator, "POST /v1/projects", site)).toEqual(refused(conflict, "conflict_error"));
    expect(await ask(emulator, "POST /v1/projects/prj_1", { cache: 1 })).toEqual(refusedParams("cache"));
  });

  it("of invalid parameters can have the status 422", async () => {
    await using emulator = await startEmulator({ seed, temperament: { errors: { invalid: 422 } } });
    const reply = await ask(emulator, "POST /v1/projects/prj_1", { cache: 1 });
    expect(reply).toEqual({ ...refusedParams("cache"), status: 422 });
    expect(await ask(emulator, "DELETE /v1/projects")).toMatchObject({ status: 405 });
    expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({ status: 409 });
  });

  it("for lack of rights can say that there is nothing", async () => {
    await using emulator = await startEmulator({ seed, temperament: { errors: { forbidden: "not-found" } } });
    const foreign = { ...site, organization_id: "org_2" };
    expect(await ask(emulator, "POST /v1/projects", foreign)).toEqual(refused(404, "not_found_error"));
  });
});

describe("a rate limit", () => {
  const list = "GET /v1/projects";
  const statuses = async (emulator: Emulator, count: number): Promise<number[]> => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) found.push((await ask(emulator, list)).status);
    return found;
  };

  it("refuses requests above the limit until the oldest leaves the window, and handles none of them", async () => {
    const clock = testClock();
    await using emulator = await startEmulator({ seed, clock, temperament: { rate: { requests: 2, windowMs: 1000 } } });
    expect(await statuses(emulator, 1)).toEqual([200]);
    clock.advance(600);
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    const refusal = await ask(emulator, "POST /v1/projects", { ...site, slug: "new" });
    expect(refusal).toEqual(refused(429, "invalid_request_error"));
    expect(refusal.headers.get("retry-after")).toBe(null);
    clock.advance(399);
    expect(await statuses(emulator, 1)).toEqual([429]);
    clock.advance(1);
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    expect(emulator.state()).toHaveLength(1);
    expect(emulator.requests()[3]).toMatchObject({ fault: "rate limit", handled: false, status: 429 });
    expect(refusal.headers.get("x-request-id")).toBe("req_4");
  });

  it("can count what it refuses", async () => {
    const clock = testClock();
    const rate = { requests: 1, windowMs: 1000, countsRefused: true };
    await using emulator = await startEmulator({ seed, clock, temperament: { rate } });
    expect(await statuses(emulator, 1)).toEqual([200]);
    clock.advance(999);
    expect(await statuses(emulator, 1)).toEqual([429]);
    clock.advance(999);
    expect(await statuses(emulator, 1)).toEqual([429]);
    clock.advance(1000);
    expect(await statuses(emulator, 1)).toEqual([200]);
  });

  it("can say in seconds or with a date when to come back", async () => {
    const clock = testClock();
    const rate = { requests: 1, windowMs: 2500, retryAfter: "seconds" } as const;
    await using emulator = await startEmulator({ seed, clock, temperament: { rate } });
    await ask(emulator, list);
    expect((await ask(emulator, list)).headers.get("retry-after")).toBe("3");
    clock.advance(2400);
    expect((await ask(emulator, list)).headers.get("retry-after")).toBe("1");
    emulator.setTemperament({ rate: { ...rate, retryAfter: "date" } });
    const { headers } = await ask(emulator, list);
    expect(headers.get("date")).toBe(new Date(Date.parse(noon) + 2000).toUTCString());
    expect(Date.parse(headers.get("retry-after") ?? "") - Date.parse(headers.get("date") ?? "")).toBe(1000);
  });

  it.each([
    ["empty", 429, null, /^$/],
    ["html", 429, "text/html; charset=utf-8", /^<!doctype html>/],
    ["message", 503, "application/json; charset=utf-8", /^\{"message":"Too many requests"\}$/],
  ] as const)("can be answered with a body that is %s, and with the status %i", async (body, status, type, text) => {
    const rate = { requests: 1, windowMs: 1000, body, ...(status === 503 ? { status } : {}) };
    await using emulator = await startEmulator({ seed, clock: testClock(), temperament: { rate } });
    await ask(emulator, list);
    const headers = { authorization: `Bearer ${emulator.token}` };
    const response = await fetch(`${emulator.url}/v1/projects`, { headers });
    expect([response.status, response.headers.get("content-type")]).toEqual([status, type]);
    expect(await response.text()).toEqual(expect.stringMatching(text));
  });

  it("counts each token by itself, and no request without a token", async () => {
    const tokens = [{ token: "other", organizations: ["org_1"] }];
    await using emulator = await startEmulator({
      seed: { ...seed, tokens },
      clock: testClock(),
      temperament: { rate: { requests: 1, windowMs: 1000 } },
    });
    expect(await send(emulator, list)).toMatchObject({ status: 401 });
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    const headers = { authorization: "Bearer other" };
    expect(await send(emulator, list, { headers })).toMatchObject({ status: 200 });
    expect(await send(emulator, list)).toMatchObject({ status: 401 });
  });

  it("keeps refused requests away from the faults", async () => {
    await using emulator = await startEmulator({
      seed,
      clock: testClock(),
      temperament: { rate: { requests: 2, windowMs: 1000 } },
      faults: { faults: [{ nth: 3, fault: { kind: "answer", status: 500 } }] },
    });
    expect(await statuses(emulator, 3)).toEqual([200, 200, 429]);
    emulator.setTemperament("plain");
    expect(await statuses(emulator, 2)).toEqual([500, 200]);
  });
});
