import { expect, it } from "vitest";
import { startEmulator, type FaultSchedule, type Rule } from "../../emulator/start.ts";
import { ask, send, type Reply } from "./ask.ts";
import { exactly, talk } from "./conversation.ts";

const fault = { kind: "answer", status: 503 } as const;
const list = "GET /v1/projects";

const meets =
  (status: number) =>
  (reply: Reply): void =>
    expect([reply.status, reply.body]).toEqual([status, undefined]);

/** Which of the first requests meet the fault: one character each. */
async function pattern(schedule: FaultSchedule, count: number): Promise<string> {
  await using emulator = await startEmulator({ faults: schedule });
  for (let sent = 0; sent < count; sent += 1) await ask(emulator, list);
  return emulator
    .requests()
    .map(({ status, handled }) => `${status} ${handled}`)
    .map((outcome) => ({ "200 true": ".", "503 false": "x" })[outcome])
    .join("");
}

it.each<[Omit<Rule, "fault">, string]>([
  [{}, "x....."],
  [{ nth: 3 }, "..x..."],
  [{ times: 2 }, "xx...."],
  [{ nth: 2, times: 3 }, ".xxx.."],
  [{ nth: 4, times: "always" }, "...xxx"],
  [{ times: "always", probability: 0 }, "......"],
  [{ times: "always", probability: 1 }, "xxxxxx"],
])("a rule with %j applies to %s", async (rule, expected) => {
  expect(await pattern({ faults: [{ ...rule, fault }] }, 6)).toBe(expected);
});

it("repeats its draws for the same seed, differs for another, and keeps to the probability", async () => {
  const faults = [{ times: "always", probability: 0.3, fault }] as const;
  const first = await pattern({ seed: 7, faults }, 200);
  expect(await pattern({ seed: 7, faults }, 200)).toBe(first);
  expect(await pattern({ seed: 8, faults }, 200)).not.toBe(first);
  expect(await pattern({ faults }, 50)).toBe(await pattern({ seed: 1, faults }, 50));
  const met = first.replaceAll(".", "").length;
  expect(met).toBeGreaterThan(40);
  expect(met).toBeLessThan(80);
});

const LISTS = ["/v1/projects", "/v1/projects?limit=1", "/v1/projects/", "/v1/projects/a/domains"];
const PATHS = [...LISTS, "/v1/projects/a", "/v1/projects/%2F", "/v1/projects/a/domains/b.c", "/", "/x/v1/projects"];

it.each([
  ["/v1/projects", ["/v1/projects", "/v1/projects?limit=1"]],
  ["/v1/projects/*", ["/v1/projects/a", "/v1/projects/%2F"]],
  ["/v1/projects/*/domains", ["/v1/projects/a/domains"]],
  ["/v1/projects/**", ["/v1/projects/a/domains", "/v1/projects/a", "/v1/projects/%2F", "/v1/projects/a/domains/b.c"]],
  ["/v1/projects/*/**", ["/v1/projects/a/domains", "/v1/projects/a/domains/b.c"]],
  ["/v1/projects/a/domains/b.c", ["/v1/projects/a/domains/b.c"]],
])("the path %s matches %j", async (path, expected) => {
  await using emulator = await startEmulator({ faults: { faults: [{ path, times: "always", fault }] } });
  const taken: string[] = [];
  for (const each of PATHS) {
    if ((await ask(emulator, `GET ${each}`)).status === 503) taken.push(each);
  }
  expect(taken).toEqual(expected);
});

talk("applies to the requests of one method", { faults: { faults: [{ method: "DELETE", times: "always", fault }] } }, [
  [list, {}],
  ["DELETE /v1/projects/a", meets(503)],
  ["PUT /v1/projects", 405],
]);

const BOTH = [
  { path: "/v1/projects", nth: 2, fault },
  { method: "GET", nth: 2, times: 2, fault: { kind: "answer", status: 429 } },
] as const;

talk("lets the first rule decide, while every rule counts its own requests", { faults: { faults: BOTH } }, [
  [list, {}],
  [list, meets(503)],
  [list, meets(429)],
  [list, {}],
]);

talk("neither counts nor affects requests under the control paths", { faults: { faults: [{ times: 2, fault }] } }, [
  ["GET /__emulator/requests", exactly([])],
  ["POST /__emulator/reset", {}],
  ["GET /elsewhere", meets(503)],
  [list, meets(503)],
  [list, {}],
]);

it("applies to requests before their token is checked", async () => {
  await using emulator = await startEmulator({ faults: { faults: [{ fault }] } });
  expect(await send(emulator, list)).toMatchObject({ status: 503 });
  expect(await send(emulator, list)).toMatchObject({ status: 401 });
  expect(emulator.requests()).toMatchObject([
    { authorized: false, handled: false, status: 503 },
    { authorized: false, handled: true, status: 401 },
  ]);
});
