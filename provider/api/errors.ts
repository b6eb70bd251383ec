/** What the service itself said was wrong with one field of a request. */
export interface FieldProblem {
  readonly param: string;
  readonly message: string;
}

/** The call an error belongs to: enough to find it in a log, and nothing secret (no query, no body). */
export interface Call {
  readonly method: string;
  readonly path: string;
}

/**
 * The service, or something in front of it, answered with a status outside 2xx.
 *
 * `type` is set only where the body had the service's own error shape: a proxy's HTML page has none, and is therefore
 * never read as "not found" or "conflict" (service description: the type says more than the status).
 */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  readonly call: Call;
  readonly status: number;
  readonly type: string | undefined;
  readonly params: readonly FieldProblem[];
  readonly requestId: string | undefined;
  /** Milliseconds the service asked to wait, when it said so. */
  readonly retryAfter: number | undefined;

  constructor(
    call: Call,
    answer: {
      status: number;
      type?: string | undefined;
      message: string;
      params?: readonly FieldProblem[];
      requestId?: string | undefined;
      retryAfter?: number | undefined;
    },
  ) {
    const params = answer.params ?? [];
    const fields = params.map(({ param, message }) => `; ${param}: ${withoutStop(message)}`).join("");
    const request = answer.requestId === undefined ? "" : ` (request ${answer.requestId})`;
    super(
      `${call.method} ${call.path}: ${answer.status} ${answer.type ?? "without the service's error shape"}: ` +
        `${withoutStop(answer.message)}${fields}${request}.${remedy(answer.status, answer.type)}${comeBack(answer.retryAfter)}`,
    );
    this.call = place(call);
    this.status = answer.status;
    this.type = answer.type;
    this.params = params;
    this.requestId = answer.requestId;
    this.retryAfter = answer.retryAfter;
  }
}

function remedy(status: number, type: string | undefined): string {
  if (type === "authentication_error" || status === 401) return " Check the access token.";
  if (type === "forbidden_error" || status === 403) return " Check that the token may do this in this organization.";
  if (status >= 500 || status === 429) return "";
  if (type === undefined) return " Check that the base URL is the service's address.";
  return "";
}

function comeBack(retryAfter: number | undefined): string {
  return retryAfter === undefined ? "" : ` The service asks to wait ${Math.ceil(retryAfter / 1000)} s.`;
}

function withoutStop(text: string): string {
  return text.replace(/\.$/, "");
}

/** Only the two fields: what is passed as a call may be a whole request, with a body. */
function place({ method, path }: Call): Call {
  return { method, path };
}

/** No whole answer came. `sent: false` says that the service certainly never saw the request. */
export class NoAnswerError extends Error {
  override readonly name = "NoAnswerError";
  readonly call: Call;
  readonly sent: boolean;

  constructor(call: Call, reason: string, sent: boolean) {
    super(`${call.method} ${call.path}: ${withoutStop(reason)}.`);
    this.call = place(call);
    this.sent = sent;
  }
}

/** An answer came and is not what the interface says: not JSON, a field missing, a page cursor that repeats. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";
  readonly call: Call;

  constructor(call: Call, reason: string) {
    super(`${call.method} ${call.path}: ${withoutStop(reason)}.`);
    this.call = place(call);
  }
}

/** A request that may not be sent: an address that could lead somewhere else, or a change the service does not make. */
export class InvalidRequestError extends Error {
  override readonly name = "InvalidRequestError";
}

/** A request that was not sent, because its sender no longer wants it: see `holdBack` of the client. */
export class HeldBackError extends InvalidRequestError {}

/** A wait between calls did not come to its end: the client was stopped by its signal, or closed. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";

  constructor() {
    super("Stopped while waiting for the service.");
  }
}

/** Only the service's own not_found_error; a proxy's 404 is not one. */
export function isNotFound(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.type === "not_found_error";
}

export function isConflict(error: unknown): error is RefusedError {
  return error instanceof RefusedError && (error.type === "conflict_error" || (error.status === 409 && !!error.type));
}

export function isUnauthenticated(error: unknown): error is RefusedError {
  return error instanceof RefusedError && (error.type === "authentication_error" || error.status === 401);
}

export function isForbidden(error: unknown): error is RefusedError {
  return error instanceof RefusedError && (error.type === "forbidden_error" || error.status === 403);
}

/** The service had too many requests, or was for the moment unable to answer: the same call may go through later. */
export function isTransient(error: unknown): boolean {
  if (error instanceof NoAnswerError) return true;
  return error instanceof RefusedError && [429, 500, 502, 503, 504].includes(error.status);
}

const afterUnsettled = new WeakSet<object>();

/** Notes that an earlier attempt of the same call got no answer that settles it, whatever this error says of the last. */
export function noteUnsettled(error: unknown): void {
  if (error instanceof Error) afterUnsettled.add(error);
}

/** A read never has an effect. */
function isRead(error: unknown): boolean {
  const ofCall = error instanceof RefusedError || error instanceof NoAnswerError || error instanceof ProtocolError;
  return ofCall && error.call.method === "GET";
}

/** The request certainly had no effect: it is a read, was never sent, or was refused by the service before it ran. */
export function hadNoEffect(error: unknown): boolean {
  if (error instanceof Error && afterUnsettled.has(error)) return false;
  if (error instanceof InvalidRequestError || isRead(error)) return true;
  if (error instanceof NoAnswerError) return !error.sent;
  return error instanceof RefusedError && error.status < 500 && (error.type !== undefined || error.status === 429);
}

/** Any error of a call to the service, as against a fault in this program. */
export function isServiceError(
  error: unknown,
): error is RefusedError | NoAnswerError | ProtocolError | InvalidRequestError {
  return (
    error instanceof RefusedError ||
    error instanceof NoAnswerError ||
    error instanceof ProtocolError ||
    error instanceof InvalidRequestError
  );
}

/** What a `catch` caught, as an Error. */
export function asError(caught: unknown): Error {
  return caught instanceof Error ? caught : new Error(String(caught));
}
