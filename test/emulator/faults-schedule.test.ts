import { expect, it } from "vitest";
import { readFaultSchedule } from "../../emulator/faults/schedule.ts";
import { startEmulator } from "../../emulator/start.ts";
import { ask, refusedParams, send } from "./ask.ts";
import { talk } from "./conversation.ts";

const list = "GET /v1/projects";
const unavailable = { kind: "answer", status: 503 } as const;
const faulty = { status: 503, body: undefined };

/** A schedule of one rule, and of one rule with this fault. */
const rule = (more: object) => ({ faults: [{ fault: unavailable, ...more }] });
const fault = (more: object) => ({ faults: [{ fault: more }] });

it.each<[unknown, string]>([
  [null, "the fault schedule:"],
  [{ rules: [] }, "rules: is not a known field"],
  [{ seed: 1.5 }, "seed:"],
  [{ service: { staleListMs: 1 } }, "service.staleListMs: is not a known field"],
  [{ service: { staleListsMs: -1 } }, "service.staleListsMs:"],
  [{ faults: [{}] }, "faults.0.fault: is required"],
  [fault({ kind: "explode" }), "faults.0.fault.kind:"],
  [fault({ kind: "reset" }), "faults.0.fault.when: is required"],
  [fault({ kind: "truncated", handled: true }), "faults.0.fault.handled: is not a known field"],
  [fault({ kind: "answer", status: 101 }), "faults.0.fault.status:"],
  [fault({ kind: "answer", status: 600 }), "faults.0.fault.status:"],
  [fault({ ...unavailable, headers: { "a b": "c" } }), "faults.0.fault.headers.a b:"],
  [fault({ ...unavailable, headers: { a: "c\r\nd: e" } }), "faults.0.fault.headers.a:"],
  [fault({ kind: "slow-body", chunkBytes: 0 }), "faults.0.fault.chunkBytes:"],
  [fault({ kind: "slow-body", everyMs: 86_400_001 }), "faults.0.fault.everyMs:"],
  [{ faults: [{ fault: unavailable }, { fault: unavailable, method: "PUT" }] }, "faults.1.method:"],
  [rule({ nth: 0 }), "faults.0.nth:"],
  [rule({ times: "never" }), "faults.0.times: must be a whole number of at least 1"],
  [rule({ probability: 1.1 }), "faults.0.probability:"],
  [rule({ path: "v1" }), "faults.0.path: must begin with /"],
  [rule({ path: "/v1/prj_*" }), "faults.0.path:"],
  [rule({ path: "/v1/**/domains" }), "faults.0.path:"],
  [rule({ path: "/v1?limit=1" }), "faults.0.path:"],
])("refuses %j and names the path", (json, message) => {
  expect(() => readFaultSchedule(json)).toThrow(`The fault schedule is not valid: ${message}`);
});

it("prevents the start, and is not replaced, if it is not valid", async () => {
  await expect(startEmulator({ faults: rule({ nth: 0 }) })).rejects.toThrow("faults.0.nth:");
  await using emulator = await startEmulator();
  expect(() => emulator.setFaults({ seed: 0.5 })).toThrow("The fault schedule is not valid: seed:");
});

const second = rule({ nth: 2 });
const meets = (reply: object): void => expect(reply).toMatchObject(faulty);

talk("is replaced as a whole by setFaults, which resets the counts", { faults: second }, [
  [list, {}],
  (emulator) => emulator.setFaults(second),
  [list, {}],
  [list, meets],
  (emulator) => emulator.setFaults(second),
  [list, {}],
  (emulator) => emulator.setFaults({}),
  [list, {}],
]);

it("is read and replaced over the control path, without a token and without a log entry", async () => {
  const path = "/__emulator/faults";
  const schedule = { seed: 4, ...rule({ path: "/v1/projects" }) };
  await using emulator = await startEmulator();
  expect(await send(emulator, `GET ${path}`)).toMatchObject({ status: 200, body: {} });
  expect(await send(emulator, `POST ${path}`, { body: JSON.stringify(schedule) })).toMatchObject({ status: 200 });
  expect((await send(emulator, `GET ${path}`)).body).toEqual(schedule);
  expect(await ask(emulator, list)).toMatchObject(faulty);

  const wrong = { seed: "x", ...fault({ kind: "explode" }) };
  const refusal = await send(emulator, `POST ${path}`, { body: JSON.stringify(wrong) });
  expect(refusal).toEqual(refusedParams("seed", "faults.0.fault.kind"));
  for (const body of ["", "{", "null"]) {
    const { status, body: answer } = await send(emulator, `POST ${path}`, { body });
    expect([status, answer]).toMatchObject([400, { error: { type: "invalid_request_error" } }]);
  }
  expect((await send(emulator, `GET ${path}`)).body).toEqual(schedule);
  expect((await send(emulator, `DELETE ${path}`)).headers.get("allow")).toBe("GET, POST");
  expect(emulator.requests()).toMatchObject([{ path: "/v1/projects", status: 503 }]);
});
