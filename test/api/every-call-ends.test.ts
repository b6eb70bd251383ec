import { describe, expect, it } from "vitest";
import { startEmulator, type Fault } from "../../emulator/start.ts";
import { isServiceError } from "../../core/api/errors.ts";
import { virtualClock } from "../virtual-clock.ts";
import { caught, connect } from "./connect.ts";
import { endpoints, seed } from "./endpoints.ts";

/** The service's own refusal. */
const refusal = (status: number, type: string, headers: Readonly<Record<string, string>> = {}): Fault => ({
  kind: "answer",
  status,
  headers,
  body: { error: { type, message: `A message of ${type}.` } },
});

/** Seconds that a call has, with all its attempts and waits. */
const DEADLINE = 60;

/** One call of each endpoint. */
const CALLS = [...new Map(endpoints.map((endpoint) => [endpoint.line, endpoint])).values()];

/** It is not sent again unless it certainly did not run. */
const isCreate = (line: string): boolean => /^POST .*(?:projects|components|domains)$/.test(line);
/** After 429 the caller reads the list first. */
const isSentAfterRead = (line: string, fault: Fault): boolean =>
  isCreate(line) && !line.endsWith("domains") && fault.kind === "answer" && fault.status === 429;

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
    const headers = { location: "/v1/projects/prj_2" };
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

describe.each(CALLS)("every call ends by its deadline, whatever each answer is: $line", ({ line, call, answer }) => {
  it.each(Array.isArray(answer) ? [...FAULTS, ...LIST_FAULTS] : FAULTS)(
    "%s",
    async (_what, { fault, repeatable, once, deletion = repeatable }) => {
      using clock = virtualClock();
      const began = clock.client.now();
      await using emulator = await startEmulator({
        seed,
        clock: clock.service,
        faults: { faults: [{ times: "always", fault }] },
      });
      const { url, token } = emulator;
      const error = await caught(call(connect({ url, token }, { clock: clock.client })));
      expect(isServiceError(error)).toBe(true);
      const sent = isSentAfterRead(line, fault)
        ? [0]
        : isCreate(line)
          ? once
          : line.startsWith("DELETE")
            ? deletion
            : repeatable;
      const seconds = (time: number): number => Math.round((time - began) / 100) / 10;
      const requests = emulator
        .requests()
        .map(({ receivedAt, method, path }) => `${seconds(receivedAt)} ${method} ${path}`);
      expect(requests).toEqual(sent?.map((at) => `${at} ${line}`));
      expect(seconds(clock.client.now())).toBeLessThanOrEqual(DEADLINE);
    },
  );
});
