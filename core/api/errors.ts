import { ANSWERS } from "../text/explanations.ts";
import { describeRefusal, isTooLarge, remedyOfRefusal, type Refusal } from "./refusal.ts";

/** The method and path of a request. Errors and traces show them, so there is no query and no body here. */
export interface Call {
  readonly method: string;
  readonly path: string;
  /** Number of this attempt, from 1. Default: 1. */
  readonly attempt?: number;
}

export abstract class CallError extends Error {
  readonly call: Call;
  /** The message without call, attempts and remedy. */
  readonly reason: string;
  /** The message without the remedy. */
  readonly finding: string;
  /** The remedy, as whole sentences (core/text/explanations.ts). `undefined`: the message does not say it. */
  readonly remedy: string | undefined;
  /** The outcome of an earlier attempt is unknown, so the call may have had an effect whatever this error says. */
  isAfterUnknown = false;

  constructor({ method, path }: Call, reason: string, remedy?: string, attempts = "") {
    const said = reason.replace(/\.$/, "");
    const finding = `${method} ${path}: ${said}${attempts}.`;
    super(remedy === undefined ? finding : `${finding} ${remedy}`);
    // Only these two: the argument may be a whole request with a body.
    this.call = { method, path };
    this.reason = said;
    this.finding = finding;
    this.remedy = remedy;
  }
}

/**
 * The service, or a proxy in front of it, answered with a status outside 2xx. Only the documented shape can mean "not
 * found", and a page of HTML never means "conflict", whatever its status is (docs/internals/service.md, Errors).
 */
export class RefusedError extends CallError {
  override readonly name = "RefusedError";
  readonly status: number;
  readonly body: Refusal["body"];
  readonly type: string | undefined;
  /** Milliseconds to wait before the next request. `undefined` when the service does not say. */
  readonly retryAfter: number | undefined;

  constructor(call: Call, refusal: Refusal) {
    super(call, describeRefusal(refusal, call.attempt), remedyOfRefusal(refusal));
    this.status = refusal.status;
    this.body = refusal.body;
    this.type = refusal.type;
    this.retryAfter = refusal.retryAfter;
  }
}

/** No complete answer arrived. `sent: false` means that the service certainly did not see the request. */
export class NoAnswerError extends CallError {
  override readonly name = "NoAnswerError";
  readonly sent: boolean;
  /** Why there was no connection. */
  readonly why: keyof typeof ANSWERS | undefined;

  constructor(call: Call, reason: string, sent: boolean, remedy?: string, why?: keyof typeof ANSWERS) {
    const { attempt = 1 } = call;
    super(call, reason, remedy, attempt === 1 ? "" : `, after ${attempt} attempts`);
    this.sent = sent;
    this.why = why;
  }
}

/** A write that was not sent in time: what it relies on is too old. */
export class StaleError extends NoAnswerError {
  constructor(call: Call) {
    super(call, "not sent in time", false, "Try again later.");
  }
}

/** An answer that breaks the service's contract: not JSON, a field missing, a list that never ends. */
export class ProtocolError extends CallError {
  override readonly name = "ProtocolError";
}

/** An answer in JSON, or an empty one, that is not the record that it should be. */
export class OddRecordError extends ProtocolError {}

/** A deletion was answered with `"deleted": false`, or with an error and the status 200. Only a read shows whether the object still exists. */
export class NotDeletedError extends ProtocolError {
  constructor(call: Call) {
    super(call, "the service answered that it did not delete it. Check whether it still exists");
  }
}

/** A request that must not be sent: a URL that could reach something else, or a change that the service cannot make. */
export class InvalidRequestError extends Error {
  override readonly name = "InvalidRequestError";
}

/** A setting of the user that cannot be used. */
export class SettingError extends InvalidRequestError {
  readonly problem: string;
  readonly remedy: string;

  /** Both are whole sentences. */
  constructor(problem: string, remedy: string) {
    super(`${problem} ${remedy}`);
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** A write that was not sent because its gate was closed: see `withWriteGate` of the client. */
export class GateClosedError extends InvalidRequestError {}

/** A wait between calls ended early because the client was stopped by its signal, or closed. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";

  constructor() {
    super("Stopped while waiting for the service.");
  }
}

/** Only the service's own not_found_error, or a 404 in the documented shape without a type. A gateway's 404 does not count. */
export function isNotFound(error: unknown): error is RefusedError {
  if (!(error instanceof RefusedError) || error.body !== "documented") return false;
  return (error.type ?? (error.status === 404 ? "not_found_error" : undefined)) === "not_found_error";
}

/** A conflict_error, or a 409 with a JSON object or list. */
export function isConflict(error: unknown): error is RefusedError {
  if (!(error instanceof RefusedError)) return false;
  return error.type === "conflict_error" || (error.status === 409 && error.body !== "unexpected");
}

export function isUnauthenticated(error: unknown): error is RefusedError {
  return error instanceof RefusedError && (error.type === "authentication_error" || error.status === 401);
}

export function isForbidden(error: unknown): error is RefusedError {
  return error instanceof RefusedError && (error.type === "forbidden_error" || error.status === 403);
}

/** Temporary: the service had too many requests or could not answer. The same call may succeed later. */
export function isTransient(error: unknown): boolean {
  // A wrong password for the proxy stays wrong, and each attempt may count towards locking the account.
  if (error instanceof NoAnswerError) return error.why !== "proxy-password";
  return error instanceof RefusedError && TRANSIENT.has(error.status);
}

/**
 * 509 and 529: some gateways limit with them. 520 to 524: a content network in front of the service got no answer that it could
 * use.
 */
const TRANSIENT: ReadonlySet<number> = new Set([429, 500, 502, 503, 504, 509, 520, 521, 522, 523, 524, 529]);

/** The call certainly had no effect: it is a read, was never sent, or was refused before the service did anything. */
export function hadNoEffect(error: unknown): boolean {
  if (error instanceof InvalidRequestError) return true;
  if (!(error instanceof CallError) || error.isAfterUnknown) return false;
  if (error.call.method === "GET") return true;
  if (error instanceof NoAnswerError) return !error.sent;
  if (!(error instanceof RefusedError)) return false;
  // 4xx with a JSON object or list, and some with any body.
  const { status, body } = error;
  if (status === 429 || isTooLarge(status)) return true;
  return status >= 400 && status < 500 && !GAVE_UP.has(status) && body !== "unexpected";
}

/** These say only that the service or a proxy stopped waiting: 499 is that of nginx and of gRPC gateways. */
const GAVE_UP: ReadonlySet<number> = new Set([408, 499]);

/** Any error of a call to the service. Everything else is a bug in this program. */
export function isServiceError(error: unknown): error is CallError | InvalidRequestError {
  return error instanceof CallError || error instanceof InvalidRequestError;
}

/** The remedy for an error that ends a run, also if its message does not say it. */
export function remedyFor(error: Error): string {
  if (error instanceof NoAnswerError && error.sent) return ANSWERS["no-answer"].remedy;
  if (error instanceof CallError && error.remedy !== undefined) return error.remedy;
  // Every service has the lists that are read first: "not found" speaks of the address.
  const isOfService =
    error instanceof RefusedError
      ? error.body === "documented" && !isNotFound(error)
      : error instanceof ProtocolError && !(error instanceof OddRecordError);
  return ANSWERS[isOfService ? "odd-answer" : "wrong-address"].remedy;
}

export function asError(caught: unknown): Error {
  return caught instanceof Error ? caught : new Error(String(caught));
}

/** The code of an error of Node, such as ENOENT. */
export function codeOf(caught: unknown): string {
  return caught instanceof Error && "code" in caught ? String(caught.code) : "unknown error";
}

export function messageOf(caught: unknown): string {
  return asError(caught).message;
}
