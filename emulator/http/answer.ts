import { Refusal } from "../refusal.ts";

/** What handling a request came to. */
export interface Result {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly value: object;
}

/** What goes back over the socket. The body is text already, so nothing that happens later changes it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Takes what a function gives, or throws, as the result. An error that is not a refusal is a bug in the emulator and
 * says so with a 500.
 */
export function resultOf(produce: () => object): Result {
  try {
    return { status: 200, headers: {}, value: produce() };
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, headers: error.headers, value: error.toResponse() };
    const message = `The emulator failed: ${String(error)}`;
    return { status: 500, headers: {}, value: { error: { type: "emulator_error", message } } };
  }
}

export function answerWith(requestId: string, { status, headers, value }: Result): Answer {
  return {
    status,
    headers: { ...headers, "content-type": "application/json; charset=utf-8", "x-request-id": requestId },
    body: JSON.stringify(value),
  };
}
