import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator, Fault } from "../../emulator/start.ts";
import { ask } from "./ask.ts";
import { keysOf } from "./list.ts";

const site = { organization_id: "org_1", slug: "site", type: "proxy" };

/** An emulator with a fault for its first request. */
async function startWith(fault: Fault): Promise<Emulator> {
  return startEmulator({ faults: { faults: [{ fault }] } });
}

/** Creates a project and returns the raw answer. */
async function createRaw(emulator: Emulator): Promise<{ response: Response; text: string }> {
  const response = await fetch(`${emulator.url}/v1/projects`, {
    method: "POST",
    headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
    body: JSON.stringify(site),
  });
  return { response, text: await response.text() };
}

it("answers in place of the service, with JSON and headers", async () => {
  const error = { type: "conflict_error", message: "Slow down" };
  const headers = { "Retry-After": "7", "x-request-id": "theirs" };
  await using emulator = await startWith({ kind: "answer", status: 429, headers, body: { error } });
  const { response, text } = await createRaw(emulator);
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("7");
  expect(response.headers.get("x-request-id")).toBe("theirs");
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("content-length")).toBe(String(text.length));
  expect(text).toBe(JSON.stringify({ error }));
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual([]);
  expect(emulator.requests()).toMatchObject([
    { body: site, handled: false, status: 429, fault: "answer 429" },
    { handled: true, status: 200 },
  ]);
});

it("answers after the request took effect, if `handled` is true", async () => {
  await using emulator = await startWith({ kind: "answer", status: 502, body: "Bad gateway", handled: true });
  const { response, text } = await createRaw(emulator);
  expect(response.status).toBe(502);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(response.headers.get("x-request-id")).toBe("req_1");
  expect(text).toBe("Bad gateway");
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_1"]);
  expect(emulator.requests()).toMatchObject([{ handled: true, status: 502, fault: "answer 502" }, {}]);
});

it.each([
  [{ kind: "html" }, 200, false, []],
  [{ kind: "html", status: 502, handled: true }, 502, true, ["prj_1"]],
] as const)("answers %j with a page", async (fault, status, handled, projects) => {
  await using emulator = await startWith(fault);
  const { response, text } = await createRaw(emulator);
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.has("x-request-id")).toBe(false);
  expect(text).toMatch(/^<!doctype html>/);
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(projects);
  expect(emulator.requests()).toMatchObject([{ handled, status, fault: "html" }, {}]);
});

it("cuts the JSON of an answer that is complete for HTTP", async () => {
  await using emulator = await startWith({ kind: "truncated" });
  const { response, text } = await createRaw(emulator);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("content-length")).toBe(String(text.length));
  expect(text).toMatch(/^\{"object":"project","id":"prj_1"/);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_1"]);
  expect(emulator.requests()).toMatchObject([{ handled: true, status: 200, fault: "truncated" }, {}]);
});

it.each([
  [{ kind: "huge" }, 9 * 1_048_576],
  [{ kind: "huge", bytes: 100_001 }, 100_001],
] as const)("pads an answer for %j", async (fault, bytes) => {
  await using emulator = await startWith(fault);
  const { response, text } = await createRaw(emulator);
  expect(response.status).toBe(200);
  expect(response.headers.has("content-length")).toBe(false);
  expect(text.length).toBe(bytes);
  expect(JSON.parse(text)).toMatchObject({ id: "prj_1", ...site });
  expect(emulator.requests()).toMatchObject([{ handled: true, status: 200, fault: "huge" }]);
});
