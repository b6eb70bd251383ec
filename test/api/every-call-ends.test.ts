import { describe, expect, it } from "vitest";
import { startEmulator, type Fault } from "../../emulator/start.ts";
import type { Client } from "../../provider/api/client.ts";
import { isServiceError } from "../../provider/api/errors.ts";
import { virtualClock } from "../virtual-clock.ts";
import { caught, connect } from "./connect.ts";

const PROJECTS = "/v1/projects";
const PROJECT = `${PROJECTS}/prj_1`;
const COMPONENTS = `${PROJECT}/components`;
const COMPONENT = `${COMPONENTS}/pc_1`;
const DOMAINS = `${PROJECT}/domains`;
const DOMAIN = `${DOMAINS}/www.example.com`;
const SITE = {
  id: "prj_1",
  organization_id: "org_1",
  slug: "site",
  components: [{ id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
  domains: [{ name: "www.example.com" }],
};

/** The service's own refusal. */
const refusal = (status: number, type: string, headers: Readonly<Record<string, string>> = {}): Fault => ({
  kind: "answer",
  status,
  headers,
  body: { error: { type, message: `A message of ${type}.` } },
});

/** Seconds that a call has, with all its attempts and waits. */
const DEADLINE = 60;

/** `list`: it has pages. `once`: it is not sent again unless it certainly did not run. */
interface Endpoint {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly is?: "list" | "once";
  readonly call: (client: Client) => Promise<unknown>;
}

const project = { organization_id: "org_1", slug: "new", type: "proxy" };
const component = { component_slug: "edgee/legacy-pixel", settings: { pixel_id: "1" } };
const ENDPOINTS: readonly Endpoint[] = [
  { method: "POST", path: PROJECTS, is: "once", call: ({ projects }) => projects.create(project) },
  { method: "POST", path: PROJECT, call: ({ projects }) => projects.update("prj_1", { cache: true }) },
  { method: "GET", path: PROJECT, call: ({ projects }) => projects.get("prj_1") },
  { method: "DELETE", path: PROJECT, call: ({ projects }) => projects.delete("prj_1") },
  { method: "GET", path: PROJECTS, is: "list", call: ({ projects }) => projects.list() },
  { method: "POST", path: COMPONENTS, is: "once", call: ({ components }) => components.create("prj_1", component) },
  { method: "POST", path: COMPONENT, call: ({ components }) => components.update("prj_1", "pc_1", { active: false }) },
  { method: "GET", path: COMPONENT, call: ({ components }) => components.get("prj_1", "pc_1") },
  { method: "DELETE", path: COMPONENT, call: ({ components }) => components.delete("prj_1", "pc_1") },
  { method: "GET", path: COMPONENTS, is: "list", call: ({ components }) => components.list("prj_1") },
  { method: "POST", path: DOMAINS, is: "once", call: ({ domains }) => domains.attach("prj_1", "new.example.com") },
  { method: "GET", path: DOMAIN, call: ({ domains }) => domains.get("prj_1", "www.example.com") },
  { method: "DELETE", path: DOMAIN, call: ({ domains }) => domains.detach("prj_1", "www.example.com") },
  { method: "GET", path: DOMAINS, is: "list", call: ({ domains }) => domains.list("prj_1") },
  { method: "GET", path: "/v1/components/edgee/ga4", call: ({ catalogue }) => catalogue.get("edgee", "ga4") },
];

/** At which seconds a call is sent whose every answer is this fault, and when it ends. */
interface Row {
  readonly fault: Fault;
  readonly repeatable: readonly number[];
  readonly once?: readonly number[];
  /** Where it is another one than for all that may be repeated. */
  readonly deletion?: readonly number[];
}

const busy = (retryAfter: string): Fault => refusal(429, "invalid_request_error", { "retry-after": retryAfter });
const FOUR = { repeatable: [0, 0, 0, 0], once: [0] };
/** The pauses double from 250 ms to 10 s; the last attempt is one second before the deadline. */
const PAUSES = [0, 0.3, 0.8, 1.8, 3.8, 7.8, 15.8, 25.8, 35.8, 45.8, 55.8, 59];
const ONE = { repeatable: [0], once: [0] };
const statusRow = (status: number, type: string) =>
  [`${status} ${type}`, { fault: refusal(status, type), ...ONE }] as const;
const FAULTS: readonly (readonly [string, Row])[] = [
  ...(["before", "after", "body"] as const).map(
    (when) => [`reset ${when}`, { fault: { kind: "reset", when }, ...FOUR }] as const,
  ),
  ["no answer", { fault: { kind: "hang" }, repeatable: [0, 30], once: [0] }],
  ["no answer, and handled", { fault: { kind: "hang", handled: true }, repeatable: [0, 30], once: [0] }],
  ["a byte in 20 s", { fault: { kind: "slow-body", chunkBytes: 1, everyMs: 20_000 }, repeatable: [0, 30], once: [0] }],
  ...[500, 502, 503, 504].map((code) => [String(code), { fault: refusal(code, "update_error"), ...FOUR }] as const),
  ["502 as a page", { fault: { kind: "html", status: 502 }, ...FOUR }],
  ["503 for 25 s", { fault: refusal(503, "x", { "retry-after": "25" }), repeatable: [0, 25, 50], once: [0] }],
  ["429", { fault: refusal(429, "x"), repeatable: PAUSES, once: PAUSES }],
  ["429 for 25 s", { fault: busy("25"), repeatable: [0, 25, 50], once: [0, 25, 50] }],
  ["429 for an hour", { fault: busy("3600"), ...ONE }],
  ["429 for ever", { fault: busy("9".repeat(400)), ...ONE }],
  ...[301, 302, 307, 308].map((status) => {
    const headers = { location: `${PROJECTS}/prj_2` };
    return [String(status), { fault: { kind: "answer", status, headers }, ...ONE }] as const;
  }),
  statusRow(400, "invalid_request_error"),
  statusRow(401, "authentication_error"),
  statusRow(403, "forbidden_error"),
  statusRow(404, "not_found_error"),
  statusRow(409, "conflict_error"),
  ["404 as a page", { fault: { kind: "html", status: 404 }, ...ONE }],
  ["200 as a page", { fault: { kind: "html" }, ...ONE }],
  // The second attempt of a deletion finds no object: a 404 with half a body.
  ["truncated JSON", { fault: { kind: "truncated" }, ...FOUR, deletion: [0, 0] }],
  ["9 MiB", { fault: { kind: "huge" }, ...ONE }],
];
const LIST_FAULTS: readonly (readonly [string, Row])[] = [
  ["a cursor that repeats", { fault: { kind: "list", as: "repeated-cursor" }, repeatable: [0, 0] }],
  ["more without a key", { fault: { kind: "list", as: "missing-key" }, repeatable: [0] }],
];

describe.each(ENDPOINTS)(
  "every call ends by its deadline, whatever each answer is: $method $path",
  ({ method, path, is, call }) => {
    it.each(is === "list" ? [...FAULTS, ...LIST_FAULTS] : FAULTS)(
      "%s",
      async (what, { fault, repeatable, once, deletion = repeatable }) => {
        using clock = virtualClock();
        const began = clock.client.now();
        await using emulator = await startEmulator({
          seed: { projects: [SITE] },
          clock: clock.service,
          faults: { faults: [{ times: "always", fault }] },
        });
        const { url, token } = emulator;
        const error = await caught(call(connect({ url, token }, { clock: clock.client })));
        expect(isServiceError(error)).toBe(true);
        const usual = is === "once" ? once : method === "DELETE" ? deletion : repeatable;
        // The service may not take the size of the pages: the list of projects is asked for again without it.
        const isAskedAgain = what.startsWith("400 ") && method === "GET" && path === PROJECTS;
        const sent = isAskedAgain ? [0, 0] : usual;
        const seconds = (time: number): number => Math.round((time - began) / 100) / 10;
        const requests = emulator
          .requests()
          .map(({ receivedAt, ...each }) => `${seconds(receivedAt)} ${each.method} ${each.path}`);
        expect(requests).toEqual(sent?.map((at) => `${at} ${method} ${path}`));
        expect(seconds(clock.client.now())).toBeLessThanOrEqual(DEADLINE);
      },
    );
  },
);

it("there is a call for each of the 15 endpoints", () => {
  expect(new Set(ENDPOINTS.map(({ method, path }) => `${method} ${path}`)).size).toBe(15);
});
