import { describe, expect, it } from "vitest";
import { openEmulator, type OpenEmulator } from "../../emulator/open-emulator.ts";
import { send, type Reply } from "./ask.ts";
import { PROJECT, SEED, talk } from "./conversation.ts";
import { testClock } from "./test-clock.ts";

const says = (status: number, message: string | RegExp) => (reply: Reply) => {
  expect(reply).toMatchObject({ status, body: { message: expect.stringMatching(message) } });
  expect(reply.body).not.toHaveProperty("error");
};

talk(
  "a refusal can be only a message, with 422 for conflicts and invalid parameters",
  { habits: { errors: "message" } },
  [
    [
      "POST /v1/projects",
      { organization_id: "org_1", slug: "site", type: "proxy" },
      says(422, /^Organization org_1 already/),
    ],
    [`POST ${PROJECT}`, { cache: 1 }, says(422, /^Invalid parameters: cache$/)],
    ["GET /v1/projects/prj_9", 404],
    ["DELETE /v1/projects", says(405, /./)],
  ],
);

describe("a rate limit", () => {
  const request = async (emulator: OpenEmulator, method: string, token = emulator.token): Promise<Response> =>
    fetch(`${emulator.url}/v1/projects`, { method, headers: { authorization: `Bearer ${token}` } });
  const statuses = async (emulator: OpenEmulator, count: number): Promise<number[]> => {
    const found: number[] = [];
    for (let index = 0; index < count; index += 1) found.push((await request(emulator, "GET")).status);
    return found;
  };

  it("refuses requests above the limit until the oldest leaves the window, and handles none of them", async () => {
    const clock = testClock();
    await using emulator = await openEmulator({ clock, habits: { rate: { requests: 2, windowMs: 1000 } } });
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

  it("counts each token by itself, no request without a token, and keeps refused requests away from the faults", async () => {
    await using emulator = await openEmulator({
      seed: { ...SEED, tokens: [{ token: "other", organizations: ["org_1"] }] },
      clock: testClock(),
      habits: { rate: { requests: 1, windowMs: 1000 } },
      faults: { faults: [{ nth: 4, fault: { kind: "answer", status: 500 } }] },
    });
    expect(await send(emulator, "GET /v1/projects")).toMatchObject({ status: 401 });
    expect(await statuses(emulator, 2)).toEqual([200, 429]);
    expect((await request(emulator, "GET", "other")).status).toBe(200);
    emulator.setProfile("plain");
    expect(await statuses(emulator, 2)).toEqual([500, 200]);
  });
});
