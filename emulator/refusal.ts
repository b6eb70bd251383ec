/** The documented error types that this service uses (docs/internals/service.md, Errors). */
type ErrorType =
  | "invalid_request_error"
  | "not_found_error"
  | "forbidden_error"
  | "authentication_error"
  | "conflict_error";

/** A problem with one parameter. `param` is a dotted path such as `override_cache.0.ttl`. */
export interface ParamProblem {
  readonly param: string;
  readonly message: string;
}

interface RefusalDetail {
  readonly params?: readonly ParamProblem[];
  /** Extra response headers, such as `allow`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error answer of the service. Any other error that a handler throws is a bug in the emulator. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  readonly type: ErrorType;
  readonly params: readonly ParamProblem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, type: ErrorType, message: string, detail: RefusalDetail = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.params = detail.params ?? [];
    this.headers = detail.headers ?? {};
  }

  /** The body of every error answer (docs/internals/service.md, Errors). `params` is left out if it is empty. */
  toResponse(): object {
    const { type, message, params } = this;
    return { error: params.length > 0 ? { type, message, params } : { type, message } };
  }
}

/** 400: the request cannot be read. */
export function malformed(message: string): Refusal {
  return new Refusal(400, "invalid_request_error", message);
}

export function tooLarge(message: string): Refusal {
  return new Refusal(413, "invalid_request_error", message);
}

/** 400: these parameters are invalid. */
export function invalid(params: readonly ParamProblem[]): Refusal {
  const names = [...new Set(params.map(({ param }) => param))].join(", ");
  return new Refusal(400, "invalid_request_error", `Invalid parameters: ${names}`, { params });
}

export function unauthenticated(): Refusal {
  return new Refusal(401, "authentication_error", "A valid access token is required");
}

export function forbidden(message: string): Refusal {
  return new Refusal(403, "forbidden_error", message);
}

export function notFound(message: string): Refusal {
  return new Refusal(404, "not_found_error", message);
}

export function methodNotAllowed(method: string, allowed: readonly string[]): Refusal {
  return new Refusal(405, "invalid_request_error", `The method ${method} is not supported on this path`, {
    headers: { allow: allowed.join(", ") },
  });
}

export function conflict(message: string): Refusal {
  return new Refusal(409, "conflict_error", message);
}
