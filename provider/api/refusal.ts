/** What the service says is wrong with one field of a request. */
export interface FieldProblem {
  readonly param: string;
  readonly message: string;
}

/** An answer with a status outside 2xx, as an error shows it. */
export interface Refusal {
  readonly status: number;
  /**
   * `documented`: the service's error shape (docs/service.md, Errors). `message`: another JSON object or list that is not empty,
   * of the service or a gateway. `unexpected`: anything else.
   */
  readonly body: "documented" | "message" | "unexpected";
  /** The error type. Only in the documented shape, where it is optional. */
  readonly type?: string | undefined;
  /** The message, or the start of a body without one. Empty when there is none. */
  readonly message: string;
  readonly params?: readonly FieldProblem[];
  readonly requestId?: string | undefined;
  /** Milliseconds. */
  readonly retryAfter?: number | undefined;
}

/** The part of a message after the call. */
export function describeRefusal(refusal: Refusal, attempts = 1): string {
  const { status, params = [], requestId } = refusal;
  const fields = params.map((field) => `; ${field.param}: ${withoutStop(field.message)}`).join("");
  const details = [
    ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ...(attempts === 1 ? [] : [`${attempts} attempts`]),
  ];
  const tail = details.length === 0 ? "" : ` (${details.join(", ")})`;
  return `${status}${describeBody(refusal)}${fields}${tail}.${advice(refusal)}`;
}

function describeBody({ body, type, message }: Refusal): string {
  const text = withoutStop(message);
  if (body === "unexpected") return text === "" ? " with an empty body" : ` with an unexpected body: ${text}`;
  return `${type === undefined ? "" : ` ${type}`}${text === "" ? "" : `: ${text}`}`;
}

function advice({ status, body, type, retryAfter }: Refusal): string {
  if (type === "authentication_error" || status === 401) return " Check the access token.";
  if (type === "forbidden_error" || status === 403) return " Check that the token may do this in this organization.";
  if (retryAfter !== undefined) return ` The service asks to wait ${Math.ceil(retryAfter / 1000)} s. Try again then.`;
  if (status >= 500 || status === 429) return " Try again later.";
  if (body === "unexpected") return " Check that the base URL is the service's address.";
  // The message may be the service's or a gateway's, so the object may still exist.
  return status === 404 && body === "message" ? " It is not the service's not_found_error: check the base URL." : "";
}

/** A text without its full stop, to go on after it. */
export function withoutStop(text: string): string {
  return text.replace(/\.$/, "");
}
