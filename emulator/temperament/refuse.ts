import { STATUS_CODES } from "node:http";
import type { HandlerResult } from "../http/answer.ts";
import type { JsonObject } from "../json-object.ts";
import { notFound } from "../refusal.ts";
import type { Refusal } from "../refusal.ts";
import type { Temperament } from "./temperament.ts";

/** The answer to a request that is refused, as the habits of the service make it. */
export function refuse(refusal: Refusal, { errors = {} }: Temperament): HandlerResult {
  const shown = refusal.type === "forbidden_error" && errors.forbidden === "not-found" ? hidden(refusal) : refusal;
  const status = statusOf(shown, errors);
  const shape = errors.typed?.includes(shown.type) === true ? undefined : errors.shape;
  if (shape === undefined) return { status, headers: shown.headers, value: shown.toResponse() };
  const type = shape === "problem" ? { "content-type": "application/problem+json; charset=utf-8" } : {};
  return { status, headers: { ...shown.headers, ...type }, value: shaped(shown.message, status, shape) };
}

function hidden({ message }: Refusal): Refusal {
  return notFound(message);
}

function statusOf({ type, status }: Refusal, errors: NonNullable<Temperament["errors"]>): number {
  if (type === "conflict_error") return errors.conflict ?? status;
  return type === "invalid_request_error" && status === 400 ? (errors.invalid ?? status) : status;
}

function shaped(
  message: string,
  status: number,
  shape: "untyped" | "message" | "text" | "problem" | "list",
): JsonObject {
  switch (shape) {
    case "untyped":
      return { error: { message } };
    case "message":
      return { message };
    case "text":
      return { error: message };
    case "problem":
      return { type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, detail: message };
    case "list":
      return { errors: [{ message }] };
  }
}
