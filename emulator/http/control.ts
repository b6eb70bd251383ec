import { methodNotAllowed, notFound } from "../refusal.ts";
import type { RequestLog } from "./request-log.ts";
import type { Target } from "./target.ts";

/** The first path segment of what is no part of the service but steers the emulator; it needs no token. */
export const controlSegment = "__emulator";

/**
 * `GET /__emulator/requests` gives the request log, `POST /__emulator/reset` empties it.
 *
 * @throws Refusal 404, 405.
 */
export function control(method: string, target: Target, log: RequestLog): object {
  switch (target.path) {
    case "/__emulator/requests":
      if (method !== "GET") throw methodNotAllowed(method, ["GET"]);
      return log.all();
    case "/__emulator/reset":
      if (method !== "POST") throw methodNotAllowed(method, ["POST"]);
      log.clear();
      return { reset: true };
    default:
      throw notFound("There is nothing at this path");
  }
}
