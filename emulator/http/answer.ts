import { Refusal } from "../refusal.ts";

/*
 * Turns what a handler returns or throws into an HTTP answer; reply.ts decides how much of it is sent.
 */

/** The result of handling a request. */
export interface HandlerResult {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: object;
}

/** The HTTP answer. Its body is already text, so later changes to the store do not affect it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Calls a handler and returns its value or its refusal as a result. Any other error is a bug in the emulator: the result is
 * a 500 of the type `emulator_error`.
 */
export function resultOf(produce: () => object): HandlerResult {
  try {
    return { status: 200, headers: {}, value: produce() };
  } catch (error) {
    return error instanceof Refusal ? refusalOf(error) : failureOf(error);
  }
}

/** The result of a request that is refused. */
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
    headers: { ...headers, "content-type": "application/json; charset=utf-8", "x-request-id": requestId },
    body: JSON.stringify(value),
  };
}
