import type { Faults } from "../faults/choose-fault.ts";
import { faultSchedule } from "../faults/schedule.ts";
import { methodNotAllowed, notFound } from "../refusal.ts";
import { readFields } from "../schemas/read-fields.ts";
import { jsonOf } from "./request-body.ts";
import type { RequestBody } from "./request-body.ts";
import type { RequestLog } from "./request-log.ts";

/** First path segment of requests that control the emulator and are not part of the service. They need no token: only programs on this machine can send them. */
export const controlSegment = "__emulator";

/** The parts of the emulator that control requests change. */
export interface Controls {
  readonly log: RequestLog;
  readonly faults: Faults;
}

/**
 * Handles a control request.
 *
 * - `GET /__emulator/requests` returns the request log. `POST /__emulator/reset` empties it.
 * - `GET /__emulator/faults` returns the fault schedule. `POST /__emulator/faults` replaces it with the one in the body.
 *
 * @throws Refusal 400 or 413 if the schedule is not valid, 404 or 405.
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
      if (method === "POST") faults.replace(readFields(faultSchedule, jsonOf(body)));
      return faults.schedule();
    default:
      throw notFound("Path not found");
  }
}
