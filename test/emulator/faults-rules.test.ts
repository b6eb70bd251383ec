import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator, FaultSchedule, Rule } from "../../emulator/start.ts";
import { ask, send } from "./ask.ts";

const fault = { kind: "answer", status: 503 } as const;
const other = { kind: "answer", status: 429 } as const;
const list = "GET /v1/projects";

async function statuses(emulator: Emulator, requests: readonly string[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const request of requests) found.push((await ask(emulator, request)).status);
  return found;
}

function times<Item>(count: number, item: Item): readonly Item[] {
  return Array.from({ length: count }, () => item);
}

/** Which of the first requests meet the fault: one character each. */
async function pattern(schedule: FaultSchedule, count: number): Promise<string> {
  await using emulator = await startEmulator({ faults: schedule });
  const found = await statuses(emulator, times(count, list));
  expect(emulator.requests().map(({ status, handled }) => [status, handled])).toEqual(
    found.map((status) => [status, status === 200]),
  );
  return found.map((status) => (status === 200 ? "." : "x")).join("");
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

it.each([
  ["/v1/projects", ["/v1/projects", "/v1/projects?limit=1"]],
  ["/v1/projects/*", ["/v1/projects/a", "/v1/projects/%2F"]],
  ["/v1/projects/*/domains", ["/v1/projects/a/domains"]],
  ["/v1/projects/**", ["/v1/projects/a", "/v1/projects/%2F", "/v1/projects/a/domains", "/v1/projects/a/domains/b.c"]],
  ["/v1/projects/*/**", ["/v1/projects/a/domains", "/v1/projects/a/domains/b.c"]],
  ["/v1/projects/a/domains/b.c", ["/v1/projects/a/domains/b.c"]],
])("the path %s matches %j", async (path, expected) => {
  await using emulator = await startEmulator({ faults: { faults: [{ path, times: "always", fault }] } });
  const paths = [
    "/",
    "/v1/projects",
    "/v1/projects?limit=1",
    "/v1/projects/",
    "/v1/projects/a",
    "/v1/projects/%2F",
    "/v1/projects/a/domains",
    "/v1/projects/a/domains/b.c",
    "/x/v1/projects",
  ];
  const taken: string[] = [];
  for (const each of paths) {
    if ((await ask(emulator, `GET ${each}`)).status === 503) taken.push(each);
  }
  expect(taken).toEqual(expected);
  expect(emulator.requests().filter(({ fault: met }) => met === "answer 503")).toHaveLength(expected.length);
});

it("applies to the requests of one method", async () => {
  const rule = { method: "DELETE", times: "always", fault } as const;
  await using emulator = await startEmulator({ faults: { faults: [rule] } });
  expect(await statuses(emulator, [list, "DELETE /v1/projects/a", "PUT /v1/projects"])).toEqual([200, 503, 405]);
});

it("lets the first rule decide, while every rule counts its own requests", async () => {
  const faults = [
    { path: "/v1/projects", nth: 2, fault },
    { method: "GET", nth: 2, times: 2, fault: other },
  ] as const;
  await using emulator = await startEmulator({ faults: { faults } });
  expect(await statuses(emulator, times(4, list))).toEqual([200, 503, 429, 200]);
  expect(emulator.requests().map(({ fault: met }) => met)).toEqual([undefined, "answer 503", "answer 429", undefined]);
});

it("neither counts nor affects requests under the control paths", async () => {
  await using emulator = await startEmulator({ faults: { faults: [{ times: 2, fault }] } });
  expect(await send(emulator, "GET /__emulator/requests")).toMatchObject({ status: 200, body: [] });
  expect(await send(emulator, "POST /__emulator/reset")).toMatchObject({ status: 200 });
  expect(await statuses(emulator, ["GET /elsewhere", list, list])).toEqual([503, 503, 200]);
  expect(emulator.requests()).toHaveLength(3);
});

it("applies to requests before their token is checked", async () => {
  await using emulator = await startEmulator({ faults: { faults: [{ fault }] } });
  expect(await fetch(`${emulator.url}/v1/projects`)).toMatchObject({ status: 503 });
  expect(await fetch(`${emulator.url}/v1/projects`)).toMatchObject({ status: 401 });
  expect(emulator.requests()).toMatchObject([
    { authorized: false, handled: false, status: 503 },
    { authorized: false, handled: true, status: 401 },
  ]);
});
