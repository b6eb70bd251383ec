import {
  isServiceError,
  StoppedError,
  isNotFound,
  OddRecordError,
  NotDeletedError,
  hadNoEffect,
  asError,
  RefusedError,
} from "../api/errors.ts";

/**
 * What became of one request, as far as its answer says.
 *
 * - `answered`: 2xx with JSON or without a body; "not found" to a deletion.
 * - `refused`: 4xx with a message in JSON, and no earlier attempt is in doubt; `"deleted": false`.
 * - `not sent`: no connection, 429, a closed gate.
 * - `no answer`: it may have had an effect: the answer was lost, came too late, or says something else (5xx, HTML).
 */
export type Sent =
  | (Answer & {
      readonly became: "answered";
      /** A deletion that did not find its object. */
      readonly wasGone?: true;
    })
  | {
      readonly became: "refused" | "not sent" | "no answer";
      readonly error: Error;
      /** It says what became of earlier attempts without an answer, too. */
      readonly isFinal?: true;
    };

/** What an answer shows of an object that was written. */
export interface Answer {
  /** The id that it gives a new object. */
  readonly id?: string;
  readonly record?: object;
}

/** Sends one request. Judges nothing but its answer. Rejects only for a bug in this program. */
export async function send(request: () => Promise<Answer>, isDeletion = false): Promise<Sent> {
  try {
    return { became: "answered", ...(await request()) };
  } catch (error) {
    if (!isServiceError(error) && !(error instanceof StoppedError)) throw error;
    return failed(error, isDeletion);
  }
}

function failed(error: unknown, isDeletion: boolean): Sent {
  if (isDeletion && isNotFound(error)) return { became: "answered", wasGone: true };
  if (error instanceof OddRecordError) return { became: "answered" };
  if (error instanceof NotDeletedError) return { became: "refused", error };
  if (!hadNoEffect(error)) return { became: "no answer", error: asError(error) };
  const isRefused = error instanceof RefusedError && error.status !== 429;
  return { became: isRefused ? "refused" : "not sent", error: asError(error) };
}
