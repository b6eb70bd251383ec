import { Refusal } from "../refusal.ts";

/** What goes back over the socket. The body is text already, so nothing that happens later changes it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Turns what a function gives, or throws, into an answer. An error that is not a refusal is a bug in the emulator and
 * says so with a 500.
 */
export function answerWith(requestId: string, produce: () => object): Answer {
  try {
    return jsonAnswer(requestId, 200, produce());
  } catch (error) {
    if (error instanceof Refusal) return jsonAnswer(requestId, error.status, error.toResponse(), error.headers);
    const message = `The emulator failed: ${String(error)}`;
    return jsonAnswer(requestId, 500, { error: { type: "emulator_error", message } });
  }
}

function jsonAnswer(
  requestId: string,
  status: number,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    headers: { ...headers, "content-type": "application/json; charset=utf-8", "x-request-id": requestId },
    body: JSON.stringify(value),
  };
}
