import type { Fault } from "../../../emulator/faults/schedule.ts";

const refusal = (status: number, type: string): Fault => ({
  kind: "answer",
  status,
  body: { error: { type, message: "so it is" } },
});

const BOTH: readonly Fault[] = [
  { kind: "reset", when: "before" },
  { kind: "reset", when: "body" },
  { kind: "hang", handled: false },
  { kind: "answer", status: 500 },
  { kind: "answer", status: 429 },
  { kind: "answer", status: 429, headers: { "retry-after": "7" } },
  { kind: "html", status: 200, handled: true },
  { kind: "html", status: 404, handled: false },
  { kind: "truncated" },
  refusal(400, "invalid_request_error"),
  refusal(401, "authentication_error"),
  refusal(403, "forbidden_error"),
];

/** Where a read cannot be told from one that took effect, only one of both is tried. */
const READ: readonly Fault[] = [
  ...BOTH,
  { kind: "answer", status: 200, body: { object: "list", data: [], has_more: true } },
];

const WRITE: readonly Fault[] = [
  ...BOTH,
  { kind: "reset", when: "after" },
  { kind: "hang", handled: true },
  { kind: "answer", status: 503, handled: true },
  refusal(409, "conflict_error"),
];

/** Every fault that a request of this method can meet. */
export function faultsAt(method: string): readonly Fault[] {
  return method === "GET" ? READ : WRITE;
}
