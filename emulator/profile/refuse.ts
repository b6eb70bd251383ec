import type { HandlerResult } from "../http/answer.ts";
import type { Refusal } from "../refusal.ts";
import type { Habits } from "./habits.ts";

/** The answer to a request that is refused, as the habits of the service make it. */
export function refuse(refusal: Refusal, { errors }: Habits): HandlerResult {
  const { type, status, headers, message } = refusal;
  if (errors === undefined || type === "not_found_error") return { status, headers, value: refusal.toResponse() };
  return { status: status === 400 || status === 409 ? 422 : status, headers, value: { message } };
}
