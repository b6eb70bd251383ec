import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask, send } from "./ask.ts";
import { keysOf } from "./list.ts";
import { askRaw } from "./raw.ts";
import { testClock } from "./test-clock.ts";

const site = { organization_id: "org_1", slug: "site", type: "proxy" };
const day = 86_400_000;

it.each([
  [false, []],
  [true, ["prj_1"]],
])("hangs for a day, then ends the connection; handled: %s", async (handled, projects) => {
  const clock = testClock();
  const fault = { kind: "hang", ...(handled ? { handled } : {}) } as const;
  await using emulator = await startEmulator({ clock, faults: { faults: [{ fault }] } });
  const cut = askRaw(emulator, "POST /v1/projects", site);
  expect(await clock.untilWait()).toBe(day);
  expect(emulator.requests()).toMatchObject([{ method: "POST", handled, status: 0, fault: "hang" }]);
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(projects);
  clock.advance(day - 1);
  expect(clock.waits()).toEqual([day]);
  clock.advance(1);
  expect(await cut).toEqual({ text: "", end: "closed" });
});

it("stops hanging when the client disconnects, and when the emulator closes, which it can do twice", async () => {
  const clock = testClock();
  const hang = { fault: { kind: "hang" }, times: "always" } as const;
  await using emulator = await startEmulator({ clock, faults: { faults: [hang] } });
  const client = new AbortController();
  const outcome = send(emulator, "GET /v1/projects", { signal: client.signal }).catch((error: unknown) => error);
  await clock.untilWait();
  client.abort();
  expect(await outcome).toHaveProperty("name", "AbortError");
  await expect.poll(() => clock.waits(), { interval: 1 }).toEqual([]);

  const other = send(emulator, "GET /v1/projects").catch((error: unknown) => error);
  await clock.untilWait();
  await emulator.close();
  expect(await other).toHaveProperty("message", "fetch failed");
  await expect.poll(() => clock.waits(), { interval: 1 }).toEqual([]);
  await emulator.close();
  await expect(fetch(emulator.url)).rejects.toThrow("fetch failed");
});

it("sends a slow body in pieces, the first at once", async () => {
  const clock = testClock();
  const fault = { kind: "slow-body", chunkBytes: 40, everyMs: 700 } as const;
  await using emulator = await startEmulator({ clock, faults: { faults: [{ fault }] } });
  const read = askRaw(emulator, "GET /v1/projects");
  // Two pieces, and one wait between them.
  expect(await clock.untilWait()).toBe(700);
  expect(emulator.requests()).toMatchObject([{ handled: true, status: 200, fault: "slow-body" }]);
  clock.advance(699);
  expect(clock.waits()).toEqual([700]);
  clock.advance(1);
  const whole = '{"object":"list","url":"/v1/projects","data":[],"has_more":false}';
  const { text } = await read;
  expect(text).toContain(`content-length: ${whole.length}`);
  expect(text.endsWith(whole)).toBe(true);
  expect(clock.waits()).toEqual([]);
});

it("waits by its clock before each answer, but not before a reset", async () => {
  const clock = testClock();
  const reset = { nth: 2, fault: { kind: "reset", when: "after" } } as const;
  await using emulator = await startEmulator({ clock, latencyMs: 5000, faults: { faults: [reset] } });
  const slow = ask(emulator, "POST /v1/projects", site);
  expect(await clock.untilWait()).toBe(5000);
  expect(emulator.requests()).toMatchObject([{ handled: true, status: 200 }]);
  clock.advance(5000);
  expect(await slow).toMatchObject({ status: 200 });
  expect(await askRaw(emulator, "GET /v1/projects")).toEqual({ text: "", end: "reset" });
});
