import type { Faults } from "../faults/choose-fault.ts";
import { faultSchedule } from "../faults/schedule.ts";
import { methodNotAllowed, notFound } from "../refusal.ts";
import { readFields } from "../schemas/read-fields.ts";
import type { ActiveTemperament } from "../temperament/active.ts";
import { isTemperamentName, temperaments } from "../temperament/bundles.ts";
import { temperament as temperamentSchema } from "../temperament/temperament.ts";
import type { Temperament } from "../temperament/temperament.ts";
import { jsonOf } from "./request-body.ts";
import type { RequestBody } from "./request-body.ts";
import type { RequestLog } from "./request-log.ts";

/** First path segment of requests that control the emulator and are not part of the service. They need no token: only programs on this machine can send them. */
export const controlSegment = "__emulator";

/** The parts of the emulator that control requests change. */
export interface Controls {
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly temperament: ActiveTemperament;
}

/**
 * Handles a control request.
 *
 * - `GET /__emulator/requests` returns the request log. `POST /__emulator/reset` empties it.
 * - `GET /__emulator/faults` returns the fault schedule. `POST /__emulator/faults` replaces it with the one in the body.
 * - `GET /__emulator/temperament` returns the temperament. `POST /__emulator/temperament` replaces it with the one in the body,
 *   or with the one that the body names.
 *
 * @throws Refusal 400 or 413 if the body is not valid, 404 or 405.
 */
export function control(
  method: string,
  path: string,
  body: RequestBody,
  { log, faults, temperament }: Controls,
): object {
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
    case "/__emulator/temperament":
      if (method !== "GET" && method !== "POST") throw methodNotAllowed(method, ["GET", "POST"]);
      if (method === "POST") temperament.replace(temperamentOf(jsonOf(body)));
      return temperament.current();
    default:
      throw notFound("Path not found");
  }
}

function temperamentOf(json: unknown): Temperament {
  return isTemperamentName(json) ? temperaments[json] : readFields(temperamentSchema, json);
}
