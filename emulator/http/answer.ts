import { Refusal } from "../refusal.ts";

/*
 * Turns what a handler returns or throws into an HTTP answer; reply.ts decides how much of it is sent.
 */

/** The result of handling a request. */
export interface HandlerResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. Undefined: an empty body. */
  readonly value: object | undefined;
}

/** The HTTP answer. Its body is already text, so later changes to the store do not affect it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Calls a handler and returns its result, or what `refuse` makes of its refusal. Any other error is a bug in the emulator: the
 * result is a 500 of the type `emulator_error`.
 */
export function resultOf(produce: () => HandlerResult, refuse: (refusal: Refusal) => HandlerResult): HandlerResult {
  try {
    return produce();
  } catch (error) {
    return error instanceof Refusal ? refuse(error) : failureOf(error);
  }
}

/** The result of a request that is refused, as described. */
export function refusalOf(refusal: Refusal): HandlerResult {
  return { status: refusal.status, headers: refusal.headers, value: refusal.toResponse() };
}

/** The result of a request that the emulator failed to handle: a 500 of the type `emulator_error`, which only a bug causes. */
export function failureOf(error: unknown): HandlerResult {
  const message = `The emulator failed: ${String(error)}`;
  return { status: 500, headers: {}, value: { error: { type: "emulator_error", message } } };
}

export function answerWith(requestId: string, { status, headers, value }: HandlerResult): Answer {
  return {
    status,
    headers: {
      ...(value === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
      ...headers,
      "x-request-id": requestId,
    },
    body: value === undefined ? "" : JSON.stringify(value),
  };
}
