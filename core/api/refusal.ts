import { ANSWERS, FAILURE_REASONS } from "../text/explanations.ts";
import type { Redacted } from "../text/redaction.ts";

/** An answer with a status outside 2xx, as an error shows it. */
export interface Refusal {
  readonly status: number;
  /**
   * `documented`: the service's error shape (docs/internals/service.md, Errors). `message`: another JSON object or list that is not empty,
   * of the service or a gateway. `unexpected`: anything else.
   */
  readonly body: "documented" | "message" | "unexpected";
  /** The error type. Only in the documented shape, where it is optional. */
  readonly type?: Redacted | "unnamed_error" | undefined;
  /** The message, or the start of a body without one. Empty when there is none. */
  readonly message: Redacted | "";
  /** The service's words about single fields of the request. */
  readonly params?: readonly { readonly param: Redacted | "a field"; readonly message: Redacted | "no message" }[];
  readonly requestId?: Redacted | undefined;
  /** Milliseconds. */
  readonly retryAfter?: number | undefined;
  /** Bytes of what was sent. */
  readonly size?: number | undefined;
}

/** A gateway, or the service, takes no request that is so large: it had no effect. */
export function isTooLarge(status: number): boolean {
  return [413, 414, 431].includes(status);
}

/** The part of a message after the call, without what to do. */
export function describeRefusal(refusal: Refusal, attempts = 1): string {
  const { status, params = [], requestId } = refusal;
  const fields = params.map((field) => `; ${field.param}: ${withoutStop(field.message)}`).join("");
  const details = [
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ...(attempts === 1 ? [] : [`${attempts} attempts`]),
  ];
  const tail = details.length === 0 ? "" : ` (${details.join(", ")})`;
  return `${status}${describeBody(refusal)}${fields}${tail}`;
}

function describeBody({ body, type, message }: Refusal): string {
  const text = withoutStop(message);
  if (body === "unexpected") return text === "" ? " with an empty body" : ` with an unexpected body: ${text}`;
  return `${type === undefined ? "" : ` ${type}`}${text === "" ? "" : `: ${text}`}`;
}

/** The remedy for a refusal. `undefined`: its message says what is wrong, or the object is not there. */
export function remedyOfRefusal({ status, body, type, retryAfter, size }: Refusal): string | undefined {
  const isUnauthenticated = type === "authentication_error" || status === 401;
  if (isUnauthenticated || type === "forbidden_error" || status === 403) {
    if (body === "unexpected") return ANSWERS["gateway-refuses"].remedy;
    return FAILURE_REASONS[isUnauthenticated ? "unauthenticated" : "forbidden"].remedy;
  }
  if (retryAfter !== undefined) return `The service asks to wait ${Math.ceil(retryAfter / 1000)} s. Try again then.`;
  if (status >= 500 || status === 429) return "Try again later.";
  // 304 is the answer of a cache.
  if (status >= 300 && status < 400 && status !== 304) return ANSWERS.redirect.remedy;
  if (isTooLarge(status) && size !== undefined) return `The request has ${size} bytes. ${ANSWERS["too-large"].remedy}`;
  // The message of a 404 may be a gateway's, so the object may still exist.
  const isOdd = body === "unexpected" || (status === 404 && body === "message");
  return isOdd ? ANSWERS["wrong-address"].remedy : undefined;
}

/** A text without its full stop, to go on after it. */
export function withoutStop(text: Redacted | "" | "no message"): string {
  return text.replace(/\.$/, "");
}
