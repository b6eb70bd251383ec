import { expect, it } from "vitest";
import { startEmulator, type Rule } from "../../emulator/start.ts";
import { RefusedError } from "../../core/api/errors.ts";
import { NO_DEADLINE } from "./open-limiter.ts";
import { createLimiter } from "../../core/api/limiter.ts";
import { describeTrace, describeWait, type TraceEvent } from "../../core/api/trace.ts";
import { caught, connect, fakeClock } from "./connect.ts";
import { cut, answers, json, startFaultServer } from "./fault-server.ts";

const SECRET = "canary-4711";
const project = { organization_id: "org_1", slug: "site" };
const seed = { organizations: ["org_1"], projects: [project] };
/** The faults of the first requests, one each. */
const inTurn = (...faults: readonly Rule["fault"][]): Rule[] =>
  faults.map((fault, index) => ({ nth: index + 1, fault }));

/** Collects a trace. Requests take 0 ms, because the fake clock passes in waits only. */
function startTrace() {
  const events: TraceEvent[] = [];
  return { events, trace: (event: TraceEvent) => void events.push(event), lines: () => events.map(describeTrace) };
}

it("says of each request its method, path, status, milliseconds, attempt and request id", async () => {
  await using emulator = await startEmulator({ seed });
  const { trace, lines } = startTrace();
  const client = connect(emulator, { trace });
  await client.projects.list({ organizationId: "org_1" });
  await client.projects.update("prj_1", { description: SECRET });
  await caught(client.projects.get("prj_9"));
  const [first, second, third] = emulator.requests().map(({ requestId }) => requestId);
  expect(lines()).toEqual([
    `GET /v1/projects: 200 in 0 ms (attempt 1, request ${first})`,
    `POST /v1/projects/prj_1: 200 in 0 ms (attempt 1, request ${second})`,
    `GET /v1/projects/prj_9: 404 in 0 ms (attempt 1, request ${third})`,
  ]);
});

it("says why a request is sent again, and when", async () => {
  const faults = inTurn(
    { kind: "answer", status: 503 },
    { kind: "answer", status: 429, headers: { "retry-after": "2" } },
    { kind: "reset", when: "before" },
  );
  await using emulator = await startEmulator({ seed, faults: { faults } });
  const { trace, lines } = startTrace();
  await connect(emulator, { trace, clock: fakeClock(0.5) }).projects.get("prj_1");
  expect(lines()).toEqual([
    "GET /v1/projects/prj_1: 503 in 0 ms (attempt 1, request req_1)",
    "GET /v1/projects/prj_1: attempt 2 in 125 ms, because of: 503",
    "GET /v1/projects/prj_1: 429 in 0 ms (attempt 2, request req_2)",
    "429: from now on at most 4 requests at once",
    "GET /v1/projects/prj_1: attempt 3 in 2125 ms, because of: 429 with Retry-After 2 s",
    expect.stringMatching(
      /^GET \/v1\/projects\/prj_1: no answer in 0 ms \(attempt 3\): the connection closed before the answer was complete \(/,
    ),
    expect.stringMatching(/^GET \/v1\/projects\/prj_1: attempt 4 in 250 ms, because of: the connection closed before/),
    "GET /v1/projects/prj_1: 200 in 0 ms (attempt 4, request req_4)",
  ]);
});

it("says that a request waits because an answer to another one asked for it", async () => {
  const { trace, lines } = startTrace();
  const limiter = createLimiter(8, 60_000, fakeClock(), trace);
  const call = { method: "GET", path: "/v1/projects" };
  const { signal } = new AbortController();
  await limiter.acquire(call, Infinity, NO_DEADLINE, [signal]);
  limiter.release(new RefusedError(call, { status: 503, body: "unexpected", message: "", retryAfter: 7000 }));
  await limiter.acquire(call, Infinity, NO_DEADLINE, [signal]);
  expect(lines()).toEqual(["GET /v1/projects: waits 7000 ms: 429 or Retry-After of an earlier answer"]);
});

it("counts milliseconds by the client's clock", async () => {
  const clock = fakeClock();
  await using server = await startFaultServer((response) => {
    clock.pass(34.4);
    json(response, 200, { id: "prj_1" });
  });
  const { trace, lines } = startTrace();
  await connect(server, { trace, clock }).projects.get("prj_1");
  expect(lines()).toEqual(["GET /v1/projects/prj_1: 200 in 34 ms (attempt 1)"]);
});

it("never holds a body, a query, a token or the text of a refusal", async () => {
  const token = `${SECRET}-token`;
  await using server = await startFaultServer((response, { path }, attempt) => {
    if (path.startsWith("/v1/projects?")) return json(response, 200, { data: [] });
    if (attempt % 2 === 0) return cut(response);
    json(response, 500, { error: { type: `x-${SECRET}`, message: SECRET } }, { "x-request-id": `${SECRET}-token` });
  });
  const { events, trace, lines } = startTrace();
  const client = connect({ url: server.url, token }, { trace });
  await client.projects.list({ organizationId: SECRET });
  await caught(client.projects.update("prj_1", { description: SECRET }));
  await caught(client.projects.create({ slug: SECRET }));
  expect(events.length).toBeGreaterThan(8);
  expect(JSON.stringify(events)).not.toContain(SECRET);
  expect(lines().join("\n")).toContain("(secret)");
});

it("says why the program waits between calls", async () => {
  const clock = fakeClock();
  const { trace, lines } = startTrace();
  await using server = await startFaultServer(answers(200, { id: "prj_1" }));
  const client = connect(server, { clock, trace });
  await client.pause(1500, "to read back the creation of project site");
  expect(lines()).toEqual(["waits 1500 ms: to read back the creation of project site"]);
  await client.close();
});

const CALL = { method: "GET", path: "/v1/projects" };

it.each<[Parameters<typeof describeWait>[0], string]>([
  [
    { kind: "retry", call: CALL, milliseconds: 1, reason: "429 with Retry-After 2 s", status: 429 },
    ": the service answered 429",
  ],
  [
    { kind: "retry", call: CALL, milliseconds: 1, reason: "no complete answer within 30 s", status: undefined },
    ": no complete answer within 30 s",
  ],
  [{ kind: "pause", call: CALL, milliseconds: 1 }, ": the service asked for fewer requests"],
  [{ kind: "wait", milliseconds: 1, reason: "for a.example.com to be released" }, " for a.example.com to be released"],
])("describes what is left of a wait: %j", (event, text) => {
  expect(describeWait(event, 12)).toBe(`waiting 12 s${text}`);
});
