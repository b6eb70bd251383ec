import { NoAnswerError, ProtocolError, RefusedError, type Call } from "./errors.ts";

/** One step of the conversation with the service, for diagnostics. Holds no query, no body and no header but the request id. */
export type TraceEvent =
  /** The service, or a proxy in front of it, answered. */
  | {
      readonly kind: "answer";
      readonly call: Call;
      readonly status: number;
      readonly milliseconds: number;
      /** Safe to show. Few traces show it. */
      readonly requestId: () => string | undefined;
    }
  /** An attempt ended without a complete answer. */
  | { readonly kind: "no-answer"; readonly call: Call; readonly milliseconds: number; readonly reason: string }
  /** The next attempt of `call` starts in so many milliseconds. `status`: that of the answer, if there was one. */
  | {
      readonly kind: "retry";
      readonly call: Call;
      readonly milliseconds: number;
      readonly reason: string;
      readonly status: number | undefined;
    }
  /** The call waits because an answer to another call makes all calls wait (429, or 503 with Retry-After). */
  | { readonly kind: "pause"; readonly call: Call; readonly milliseconds: number }
  /** The program waits between two calls. */
  | { readonly kind: "wait"; readonly milliseconds: number; readonly reason: string }
  /** After a 429 fewer requests may run at once. */
  | { readonly kind: "slow-down"; readonly concurrency: number };

/** Receives each event when it happens. Must not throw. */
export type Trace = (event: TraceEvent) => void;

/**
 * An event as text, such as `GET /v1/projects: 200 in 34 ms (attempt 1, request req_1)`. Redact it and make it printable
 * before you show it: a path or a request id may hold anything.
 */
export function describeTrace(event: TraceEvent): string {
  if (event.kind === "slow-down") return `429: from now on at most ${event.concurrency} requests at once`;
  const duration = `${Math.round(event.milliseconds)} ms`;
  if (event.kind === "wait") return `waits ${duration}: ${event.reason}`;
  const { method, path, attempt = 1 } = event.call;
  const call = `${method} ${path}`;
  switch (event.kind) {
    case "answer": {
      const requestId = event.requestId();
      const request = requestId === undefined ? "" : `, request ${requestId}`;
      return `${call}: ${event.status} in ${duration} (attempt ${attempt}${request})`;
    }
    case "no-answer":
      return `${call}: no answer in ${duration} (attempt ${attempt}): ${event.reason}`;
    case "retry":
      return `${call}: attempt ${attempt + 1} in ${duration}, because of: ${event.reason}`;
    case "pause":
      return `${call}: waits ${duration}: 429 or Retry-After of an earlier answer`;
  }
}

/** The events in which the client waits. */
type WaitEvent = Extract<TraceEvent, { readonly kind: "retry" | "pause" | "wait" }>;

/** A wait with so many seconds left, such as `waiting 12 s: the service answered 429`. Redact it as a trace. */
export function describeWait(event: WaitEvent, seconds: number): string {
  if (event.kind === "wait") return `waiting ${seconds} s ${event.reason}`;
  if (event.kind === "pause") return `waiting ${seconds} s: the service asked for fewer requests`;
  const { status, reason } = event;
  return `waiting ${seconds} s: ${status === undefined ? reason : `the service answered ${status}`}`;
}

/** Why an attempt failed. A refusal shows only its status and Retry-After: its message may repeat what was sent. */
export function reasonOf(error: unknown): string {
  if (error instanceof NoAnswerError || error instanceof ProtocolError) return error.reason;
  if (!(error instanceof RefusedError)) return String(error);
  const { status, retryAfter } = error;
  return retryAfter === undefined ? String(status) : `${status} with Retry-After ${Math.ceil(retryAfter / 1000)} s`;
}
