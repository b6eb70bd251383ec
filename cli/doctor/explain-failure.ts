import { CallError, isForbidden, isUnauthenticated, NoAnswerError, remedyFor } from "../../provider/api/errors.ts";
import type { Check } from "../json-output.ts";

/** The check that a failed request failed, and what to do. */
export type Explanation = Required<Pick<Check, "check" | "message" | "remedy">>;

/** Explains an error of a request by its type and its status. */
export function explainFailure(error: Error): Explanation {
  const remedy = remedyFor(error);
  if (error instanceof NoAnswerError) {
    const message = `${error.reason.charAt(0).toUpperCase()}${error.reason.slice(1)}.`;
    return { check: error.isCertificate ? "certificate" : "connection", message, remedy };
  }
  const isRefused = (isUnauthenticated(error) || isForbidden(error)) && error.body !== "unexpected";
  return {
    check: isRefused ? "access" : "service",
    message: error instanceof CallError ? error.finding : error.message,
    remedy,
  };
}
