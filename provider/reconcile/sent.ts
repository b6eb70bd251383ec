import {
  asError,
  hadNoEffect,
  isNotDeleted,
  isNotFound,
  isServiceError,
  OddRecordError,
  RefusedError,
  StoppedError,
} from "../api/errors.ts";

/**
 * What became of one request, as far as its answer says.
 *
 * - `answered`: 2xx with JSON or without a body; "not found" to a deletion.
 * - `refused`: 4xx with a message in JSON, and no earlier attempt is in doubt; `"deleted": false`.
 * - `not sent`: no connection, 429, a closed gate.
 * - `no answer`: everything else.
 */
export type Sent =
  | { readonly became: "answered"; readonly id?: string }
  | { readonly became: "refused" | "not sent" | "no answer"; readonly error: Error };

/** Sends one request. Judges nothing but its answer. Rejects only for a bug in this program. */
export async function send(request: () => Promise<string | undefined>, isDeletion = false): Promise<Sent> {
  try {
    const id = await request();
    return { became: "answered", ...(id === undefined ? {} : { id }) };
  } catch (error) {
    if (!isServiceError(error) && !(error instanceof StoppedError)) throw error;
    return failed(error, isDeletion);
  }
}

function failed(error: unknown, isDeletion: boolean): Sent {
  if (isDeletion && isNotFound(error)) return { became: "answered" };
  if (error instanceof OddRecordError) return { became: "answered" };
  if (isNotDeleted(error)) return { became: "refused", error };
  if (!hadNoEffect(error)) return { became: "no answer", error: asError(error) };
  const isRefused = error instanceof RefusedError && error.status !== 429;
  return { became: isRefused ? "refused" : "not sent", error: asError(error) };
}
