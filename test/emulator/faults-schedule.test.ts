import { expect, it } from "vitest";
import { readFaultSchedule } from "../../emulator/faults/schedule.ts";
import { startEmulator } from "../../emulator/start.ts";
import { ask, refusedParams, send } from "./ask.ts";

const list = "GET /v1/projects";
const unavailable = { kind: "answer", status: 503 } as const;

it.each([
  {},
  { seed: 0, service: {}, faults: [] },
  {
    seed: -5,
    service: {
      staleListsMs: 5000,
      duplicateSlugs: true,
      duplicateDomains: true,
      duplicateComponents: true,
    },
    faults: [
      { fault: { kind: "reset", when: "body" } },
      { method: "POST", path: "/v1/**", nth: 2, times: "always", probability: 0.5, fault: { kind: "hang" } },
      { path: "/v1/*/x", fault: { kind: "slow-body", chunkBytes: 1, everyMs: 0 } },
      { fault: { kind: "answer", status: 429, headers: { "retry-after": "1" }, body: { error: null }, handled: true } },
      { fault: { kind: "html", status: 502, handled: true } },
      { fault: { kind: "truncated" } },
      { fault: { kind: "huge", bytes: 10 } },
      { fault: { kind: "list", as: "missing-key" } },
    ],
  },
])("reads %j unchanged", (json) => {
  expect(readFaultSchedule(json)).toEqual(json);
});

it.each<[unknown, string]>([
  [null, "the fault schedule:"],
  [[], "the fault schedule:"],
  [{ rules: [] }, "rules: is not a known field"],
  [{ seed: 1.5 }, "seed:"],
  [{ service: { staleListMs: 1 } }, "service.staleListMs: is not a known field"],
  [{ service: { staleListsMs: -1 } }, "service.staleListsMs:"],
  [{ service: { duplicateSlugs: 1 } }, "service.duplicateSlugs:"],
  [{ faults: [{}] }, "faults.0.fault: is required"],
  [{ faults: [{ fault: {} }] }, "faults.0.fault.kind:"],
  [{ faults: [{ fault: { kind: "explode" } }] }, "faults.0.fault.kind:"],
  [{ faults: [{ fault: { kind: "reset" } }] }, "faults.0.fault.when: is required"],
  [{ faults: [{ fault: { kind: "truncated", handled: true } }] }, "faults.0.fault.handled: is not a known field"],
  [{ faults: [{ fault: { kind: "answer", status: 101 } }] }, "faults.0.fault.status:"],
  [{ faults: [{ fault: { kind: "answer", status: 600 } }] }, "faults.0.fault.status:"],
  [{ faults: [{ fault: { ...unavailable, headers: { "a b": "c" } } }] }, "faults.0.fault.headers.a b:"],
  [{ faults: [{ fault: { ...unavailable, headers: { a: "c\r\nd: e" } } }] }, "faults.0.fault.headers.a:"],
  [{ faults: [{ fault: { kind: "slow-body", chunkBytes: 0 } }] }, "faults.0.fault.chunkBytes:"],
  [{ faults: [{ fault: { kind: "slow-body", everyMs: 86_400_001 } }] }, "faults.0.fault.everyMs:"],
  [{ faults: [{ fault: { kind: "huge", bytes: 0 } }] }, "faults.0.fault.bytes:"],
  [{ faults: [{ fault: { kind: "list", as: "odd" } }] }, "faults.0.fault.as:"],
  [{ faults: [{ fault: unavailable }, { fault: unavailable, method: "PUT" }] }, "faults.1.method:"],
  [{ faults: [{ fault: unavailable, nth: 0 }] }, "faults.0.nth:"],
  [{ faults: [{ fault: unavailable, times: 0 }] }, "faults.0.times:"],
  [{ faults: [{ fault: unavailable, times: "never" }] }, "faults.0.times: must be a whole number of at least 1"],
  [{ faults: [{ fault: unavailable, probability: 1.1 }] }, "faults.0.probability:"],
  [{ faults: [{ fault: unavailable, path: "v1" }] }, "faults.0.path: must begin with /"],
  [{ faults: [{ fault: unavailable, path: "/v1/prj_*" }] }, "faults.0.path:"],
  [{ faults: [{ fault: unavailable, path: "/v1/**/domains" }] }, "faults.0.path:"],
  [{ faults: [{ fault: unavailable, path: "/v1?limit=1" }] }, "faults.0.path:"],
])("refuses %j and names the path", (json, message) => {
  expect(() => readFaultSchedule(json)).toThrow(`The fault schedule is not valid: ${message}`);
});

it("prevents the start if it is not valid", async () => {
  await expect(startEmulator({ faults: { faults: [{ nth: 0, fault: unavailable }] } })).rejects.toThrow(
    "faults.0.nth:",
  );
});

it("is replaced as a whole by setFaults, which resets the counts", async () => {
  const faults = [{ nth: 2, fault: unavailable }];
  await using emulator = await startEmulator({ faults: { faults } });
  expect(await ask(emulator, list)).toMatchObject({ status: 200 });
  emulator.setFaults({ faults });
  expect(await ask(emulator, list)).toMatchObject({ status: 200 });
  expect(await ask(emulator, list)).toMatchObject({ status: 503 });
  emulator.setFaults({ faults });
  expect(await ask(emulator, list)).toMatchObject({ status: 200 });
  emulator.setFaults({});
  expect(await ask(emulator, list)).toMatchObject({ status: 200 });
  expect(() => emulator.setFaults({ seed: 0.5 })).toThrow("The fault schedule is not valid: seed:");
  expect(emulator.requests().map(({ status }) => status)).toEqual([200, 200, 503, 200, 200]);
});

it("is read and replaced over the control path, without a token and without a log entry", async () => {
  const path = "/__emulator/faults";
  const schedule = { seed: 4, faults: [{ path: "/v1/projects", fault: unavailable }] };
  await using emulator = await startEmulator();
  expect(await send(emulator, `GET ${path}`)).toMatchObject({ status: 200, body: {} });
  const set = await send(emulator, `POST ${path}`, { body: JSON.stringify(schedule) });
  expect(set).toMatchObject({ status: 200 });
  expect((await send(emulator, `GET ${path}`)).body).toEqual(schedule);
  expect(await ask(emulator, list)).toMatchObject({ status: 503 });

  const wrong = { seed: "x", faults: [{ fault: { kind: "explode" } }] };
  expect(await send(emulator, `POST ${path}`, { body: JSON.stringify(wrong) })).toEqual(
    refusedParams("seed", "faults.0.fault.kind"),
  );
  for (const body of ["", "{", "null"]) {
    expect(await send(emulator, `POST ${path}`, { body })).toMatchObject({
      status: 400,
      body: { error: { type: "invalid_request_error", message: expect.any(String) } },
    });
  }
  expect((await send(emulator, `GET ${path}`)).body).toEqual(schedule);
  expect((await send(emulator, `DELETE ${path}`)).headers.get("allow")).toBe("GET, POST");
  expect(emulator.requests()).toMatchObject([{ path: "/v1/projects", status: 503 }]);
});
