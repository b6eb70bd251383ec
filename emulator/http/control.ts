import type { Faults } from "../faults/faults.ts";
import { faultSchedule } from "../faults/schedule.ts";
import { malformed, methodNotAllowed, notFound } from "../refusal.ts";
import { readFields } from "../schemas/read-fields.ts";
import type { RequestBody } from "./request-body.ts";
import type { RequestLog } from "./request-log.ts";

/** The first path segment of what is no part of the service but steers the emulator; it needs no token. */
export const controlSegment = "__emulator";

/** What control requests steer. */
export interface Controls {
  readonly log: RequestLog;
  readonly faults: Faults;
}

/**
 * - `GET /__emulator/requests` gives the request log, `POST /__emulator/reset` empties it;
 * - `GET /__emulator/faults` gives the fault schedule in force, `POST /__emulator/faults` replaces it by the one in its
 *   body.
 *
 * @throws Refusal 400 for a schedule that is not valid, 404, 405.
 */
export function control(method: string, path: string, body: RequestBody, { log, faults }: Controls): object {
  switch (path) {
    case "/__emulator/requests":
      if (method !== "GET") throw methodNotAllowed(method, ["GET"]);
      return log.all();
    case "/__emulator/reset":
      if (method !== "POST") throw methodNotAllowed(method, ["POST"]);
      log.clear();
      return { reset: true };
    case "/__emulator/faults":
      if (method !== "GET" && method !== "POST") throw methodNotAllowed(method, ["GET", "POST"]);
      if (method === "POST") {
        if (body.kind !== "json") throw malformed("The body is not JSON");
        faults.replace(readFields(faultSchedule, body.value));
      }
      return faults.schedule();
    default:
      throw notFound("There is nothing at this path");
  }
}
