import fc from "fast-check";
import { KNOWN_LIMITS } from "./known-limits.ts";
import type { Fault, Rule, ServiceBehaviour } from "../../../emulator/faults/schedule.ts";

/** Milliseconds; projectsync takes for granted that a list shows a write after 10,000. */
export const staleness = fc.constantFrom(0, 0, 0, 400, 2_000, 5_000, 9_000);

const ON = fc.constantFrom(false, false, true);

/** What the service as a whole does. */
export const behaviours: fc.Arbitrary<Omit<ServiceBehaviour, "staleListsMs">> = fc.record(
  {
    duplicateSlugs: ON,
    duplicateDomains: KNOWN_LIMITS.duplicateDomains ? fc.constant(false) : ON,
    duplicateComponents: ON,
  },
  { requiredKeys: ["duplicateSlugs", "duplicateDomains", "duplicateComponents"] },
);

const DATE = "Thu, 01 Jan 2026 00:00:00 GMT";
const inSeconds = (seconds: number): Record<string, string> => ({
  date: DATE,
  "retry-after": new Date(Date.parse(DATE) + seconds * 1000).toUTCString(),
});

/** Retry-After in all the forms in which it is seen. */
const waits: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.constantFrom("1", "3", "7", "20", "45", "90", "0", "soon", "1.5").map((text) => ({ "retry-after": text })),
  fc.constantFrom(2, 15, 50, 120, -30).map(inSeconds),
);

const said = (type: string) => ({ error: { type, message: "so it is" } });
const answer = (status: number, more: Partial<Extract<Fault, { kind: "answer" }>> = {}): Fault => ({
  kind: "answer",
  status,
  ...more,
});

/** What the service itself refuses, never took effect. */
const refusals: fc.Arbitrary<Fault> = fc.constantFrom(
  answer(401, { body: said("authentication_error") }),
  answer(403, { body: said("forbidden_error") }),
  answer(400, { body: said("invalid_request_error") }),
  answer(429),
);

const throttled = waits.map((headers) => answer(429, { headers }));
const failing = fc
  .record({
    status: fc.constantFrom(500, 502, 503, 504, 522),
    headers: fc.option(waits, { nil: undefined }),
    handled: fc.boolean(),
  })
  .map(({ status, headers, handled }) => answer(status, { handled, ...(headers === undefined ? {} : { headers }) }));

const broken: fc.Arbitrary<Fault> = fc.oneof(
  fc
    .constantFrom("before" as const, "after" as const, "body" as const)
    .map((when) => ({ kind: "reset" as const, when })),
  fc.boolean().map((handled) => ({ kind: "hang" as const, handled })),
  fc
    .constantFrom([4, 400], [16, 2_500], [1, 60_000])
    .map(([chunkBytes = 1, everyMs = 1]) => ({ kind: "slow-body" as const, chunkBytes, everyMs })),
  fc
    .record({ status: fc.constantFrom(200, 403, 404, 502), handled: fc.boolean() })
    .map(({ status, handled }) => ({ kind: "html" as const, status, handled })),
  fc.constant({ kind: "truncated" as const }),
);

const huge: fc.Arbitrary<Fault> = fc.constant({ kind: "huge" });

const lists: fc.Arbitrary<Fault> = fc
  .constantFrom("repeated-cursor" as const, "empty-page" as const, "same-object-twice" as const, "missing-key" as const)
  .map((as) => ({ kind: "list" as const, as }));

const writeFault = fc.oneof(
  { weight: 10, arbitrary: broken },
  { weight: 5, arbitrary: failing },
  { weight: 3, arbitrary: throttled },
  { weight: 3, arbitrary: refusals },
);
const readFault = fc.oneof(
  { weight: 60, arbitrary: broken },
  { weight: 30, arbitrary: failing },
  { weight: 30, arbitrary: throttled },
  { weight: 10, arbitrary: refusals },
  { weight: 40, arbitrary: lists },
  { weight: 1, arbitrary: huge },
);

const PROJECTS = "/v1/projects";
const PROJECT = "/v1/projects/*";
const paths = {
  POST: [undefined, PROJECTS, PROJECT, `${PROJECT}/components`, `${PROJECT}/components/*`, `${PROJECT}/domains`],
  DELETE: [undefined, PROJECT, `${PROJECT}/components/*`, `${PROJECT}/domains/*`],
  GET: [
    undefined,
    PROJECTS,
    PROJECT,
    `${PROJECT}/components`,
    `${PROJECT}/components/*`,
    `${PROJECT}/domains`,
    `${PROJECT}/domains/*`,
    "/v1/components/**",
  ],
} as const;

const times: fc.Arbitrary<number | "always"> = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 5 }) },
  { weight: 1, arbitrary: fc.constant("always" as const) },
);

function ruleOn(method: "GET" | "POST" | "DELETE", fault: fc.Arbitrary<Fault>): fc.Arbitrary<Rule> {
  return fc
    .record({
      path: fc.constantFrom<string | undefined>(...paths[method]),
      nth: fc.constantFrom(1, 1, 2, 3),
      times,
      probability: fc.constantFrom(1, 1, 0.5),
      fault,
    })
    .map(({ path, ...rest }) => ({ method, ...(path === undefined ? {} : { path }), ...rest }));
}

const rule = fc.oneof(
  { weight: 5, arbitrary: ruleOn("POST", writeFault) },
  { weight: 2, arbitrary: ruleOn("DELETE", writeFault) },
  { weight: 3, arbitrary: ruleOn("GET", readFault) },
);

/** Every kind of fault there is, few enough at once that something still gets through. */
export const faultRules: fc.Arbitrary<readonly Rule[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 3, arbitrary: fc.array(rule, { minLength: 1, maxLength: 4, size: "max" }) },
);
