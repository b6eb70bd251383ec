import { asError, CallError, hadNoEffect, NoAnswerError, RefusedError, type Call } from "./errors.ts";

/** So many writes in a row without an answer: then one read shows whether the service is there at all. */
const MOST_UNANSWERED = 3;

/** Keeps writes from a service that no longer answers: each would be in doubt. */
export interface CircuitBreaker {
  /** Rejects with {@link NoAnswerError} if the last writes and a read had no answer. Writes that wait share the read. */
  beforeWrite(call: Call): Promise<void>;
  /** Notes what a write was answered: its error if it failed. */
  afterWrite(error?: unknown): void;
}

/** `read`: sends one request that only reads. */
export function createCircuitBreaker(read: () => Promise<unknown>): CircuitBreaker {
  let unanswered = 0;
  let reading: Promise<Error | undefined> | undefined;

  async function probe(): Promise<Error | undefined> {
    try {
      await read();
    } catch (error) {
      if (!isAnswer(error)) return asError(error);
    } finally {
      reading = undefined;
    }
    unanswered = 0;
    return undefined;
  }

  return {
    beforeWrite: async (call) => {
      if (unanswered < MOST_UNANSWERED) return;
      const error = await (reading ??= probe());
      if (error === undefined) return;
      const reason = `not sent, because the service answered neither the last ${MOST_UNANSWERED} writes nor a read (${error.message})`;
      throw new NoAnswerError(call, reason, false);
    },
    afterWrite: (error) => {
      if (error === undefined || isAnswer(error)) unanswered = 0;
      else if (!hadNoEffect(error)) unanswered += 1;
    },
  };
}

/** An answer of the service, or a refusal. A page with 500 or more may be that of a gateway whose service is gone. */
function isAnswer(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status < 500 || error.body !== "unexpected";
  return error instanceof CallError && !(error instanceof NoAnswerError);
}
