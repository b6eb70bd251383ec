import type { Rule } from "../../../emulator/start.ts";

/** Something that goes wrong at one request of an operation, and where it says so, at all after it. */
export interface SingleFault {
  readonly name: string;
  readonly on: "any" | "write";
  readonly fault: Rule["fault"];
  /** Default: only at this request. */
  readonly lasts?: true;
  /** A read that meets it fails. */
  readonly isFinal?: true;
  /** It takes half a minute, because the service is silent. */
  readonly isSlow?: true;
}

export const FAULTS: readonly SingleFault[] = [
  { name: "reset before", on: "any", fault: { kind: "reset", when: "before" } },
  { name: "reset after", on: "any", fault: { kind: "reset", when: "after" } },
  { name: "500", on: "any", fault: { kind: "answer", status: 500 } },
  { name: "503 that took effect", on: "write", fault: { kind: "answer", status: 503, handled: true } },
  {
    name: "403",
    on: "any",
    fault: { kind: "answer", status: 403, body: { error: { type: "forbidden_error", message: "so it is" } } },
    isFinal: true,
  },
  { name: "truncated", on: "any", fault: { kind: "truncated" } },
  { name: "down from there on", on: "any", fault: { kind: "answer", status: 503 }, lasts: true, isFinal: true },
  {
    name: "every answer lost from there on",
    on: "write",
    fault: { kind: "reset", when: "after" },
    lasts: true,
    isFinal: true,
  },
  { name: "hang", on: "any", fault: { kind: "hang" }, isFinal: true, isSlow: true },
  { name: "hang that took effect", on: "write", fault: { kind: "hang", handled: true }, isFinal: true, isSlow: true },
];

/** The rule that plays a fault at a request, counted from 1. */
export function ruleAt(request: number, { fault, lasts }: SingleFault): Rule {
  return { nth: request, ...(lasts === true ? { times: "always" } : {}), fault };
}
