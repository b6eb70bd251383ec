import { isForbidden, isUnauthenticated, NoAnswerError, ProtocolError, RefusedError } from "./errors.ts";

/**
 * Why the service did not do what it was asked, for programs.
 *
 * - `unauthenticated`: it refused the token (401).
 * - `forbidden`: the token may not do this (403).
 * - `unreachable`: there was no connection, or no complete answer in time.
 * - `service-error`: any other refusal, or an answer that cannot be used.
 */
export const CAUSES = ["unauthenticated", "forbidden", "unreachable", "service-error"] as const;
export type Cause = (typeof CAUSES)[number];

/** The cause by the type of the error, or of the error that it wraps. `undefined` if the service has no part in it. */
export function causeOf(error: unknown): Cause | undefined {
  if (isUnauthenticated(error)) return "unauthenticated";
  if (isForbidden(error)) return "forbidden";
  if (error instanceof NoAnswerError) return "unreachable";
  if (error instanceof RefusedError || error instanceof ProtocolError) return "service-error";
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : undefined;
}
