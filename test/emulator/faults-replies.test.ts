import { expect, it } from "vitest";
import { startEmulator, type Fault } from "../../emulator/start.ts";
import { ask } from "./ask.ts";
import { keysOf } from "./list.ts";
import { askRaw } from "./raw.ts";
import { noon, testClock } from "./test-clock.ts";

const site = { organization_id: "org_1", slug: "site", type: "proxy" };
const created = JSON.stringify({ object: "project", id: "prj_1", ...site, created_at: noon, updated_at: noon });
const half = created.slice(0, Math.floor(created.length / 2));
const error = { error: { type: "conflict_error", message: "Slow down" } };
const JSON_TYPE = "content-type: application/json; charset=utf-8";
const HTML_TYPE = "content-type: text/html; charset=utf-8";

interface Row {
  readonly fault: Fault;
  /** How the log names it, whether the request takes effect, and the status there. */
  readonly log: readonly [fault: string, handled: boolean, status: number];
  /** What is received: some lines of the header, and the end of the body. Default: nothing. */
  readonly head?: readonly string[];
  readonly body?: string;
  readonly end?: "reset";
}

const ROWS: readonly Row[] = [
  { fault: { kind: "reset", when: "before" }, log: ["reset before", false, 0], end: "reset" },
  { fault: { kind: "reset", when: "after" }, log: ["reset after", true, 0], end: "reset" },
  {
    fault: { kind: "reset", when: "body" },
    log: ["reset body", true, 200],
    head: ["HTTP/1.1 200 OK", `content-length: ${created.length}`],
    body: `\r\n\r\n${half}`,
    end: "reset",
  },
  {
    fault: { kind: "answer", status: 429, headers: { "Retry-After": "7", "x-request-id": "theirs" }, body: error },
    log: ["answer 429", false, 429],
    head: ["HTTP/1.1 429", "retry-after: 7", "x-request-id: theirs", JSON_TYPE],
    body: `\r\n\r\n${JSON.stringify(error)}`,
  },
  {
    fault: { kind: "answer", status: 502, body: "Bad gateway", handled: true },
    log: ["answer 502", true, 502],
    head: ["HTTP/1.1 502", "x-request-id: req_1", "content-type: text/plain; charset=utf-8"],
    body: "\r\n\r\nBad gateway",
  },
  { fault: { kind: "html" }, log: ["html", false, 200], head: ["HTTP/1.1 200", HTML_TYPE], body: "</html>\n" },
  {
    fault: { kind: "html", status: 502, handled: true },
    log: ["html", true, 502],
    head: ["HTTP/1.1 502", HTML_TYPE],
    body: "</html>\n",
  },
  {
    fault: { kind: "truncated" },
    log: ["truncated", true, 200],
    head: ["HTTP/1.1 200", JSON_TYPE, `content-length: ${half.length}`],
    body: `\r\n\r\n${half}`,
  },
];

it.each(ROWS)("a create that meets $fault", async ({ fault, log, head = [], body = "", end = "closed" }) => {
  await using emulator = await startEmulator({ clock: testClock(), faults: { faults: [{ fault }] } });
  const received = await askRaw(emulator, "POST /v1/projects", site);
  expect(received.end).toBe(end);
  for (const line of head) expect(received.text).toContain(line);
  expect(received.text.endsWith(body)).toBe(true);
  expect(received.text === "").toBe(body === "");
  const [name, handled, status] = log;
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(handled ? ["prj_1"] : []);
  expect(emulator.requests()).toMatchObject([{ body: site, fault: name, handled, status }, { status: 200 }]);
  expect(emulator.requests()[1]).not.toHaveProperty("fault");
});

it.each([undefined, 100_001])("pads an answer to 9 MiB, or to %s bytes", async (bytes) => {
  const fault = { kind: "huge", ...(bytes === undefined ? {} : { bytes }) } as const;
  await using emulator = await startEmulator({ faults: { faults: [{ fault }] } });
  const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(site) };
  const response = await fetch(`${emulator.url}/v1/projects`, init);
  expect(response.headers.has("content-length")).toBe(false);
  const text = await response.text();
  expect(text).toHaveLength(bytes ?? 9 * 1_048_576);
  expect(JSON.parse(text)).toMatchObject({ id: "prj_1", ...site });
  expect(emulator.requests()).toMatchObject([{ handled: true, status: 200, fault: "huge" }]);
});
