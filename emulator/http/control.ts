import type { Faults } from "../faults/choose-fault.ts";
import { faultSchedule } from "../faults/schedule.ts";
import type { ActiveHabits } from "../profile/active-habits.ts";
import { isProfileName, profileNames, profiles } from "../profile/profiles.ts";
import { malformed, methodNotAllowed, notFound } from "../refusal.ts";
import { readFields } from "../schemas/read-fields.ts";
import { jsonOf, type RequestBody } from "./request-body.ts";
import type { RequestLog } from "./request-log.ts";

/** First path segment of requests that control the emulator and are not part of the service. They need no token: only programs on this machine can send them. */
export const controlSegment = "__emulator";

/** The parts of the emulator that control requests change. */
export interface Controls {
  readonly log: RequestLog;
  readonly faults: Faults;
  readonly habits: ActiveHabits;
}

/**
 * Handles a control request.
 *
 * - `GET /__emulator/requests` returns the request log. `POST /__emulator/reset` empties it.
 * - `GET /__emulator/faults` returns the fault schedule. `POST /__emulator/faults` replaces it with the one in the body.
 * - `POST /__emulator/profile` replaces the profile with the one that the body names.
 *
 * @throws Refusal 400 or 413 if the body is not valid, 404 or 405.
 */
export function control(method: string, path: string, body: RequestBody, { log, faults, habits }: Controls): object {
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
    case "/__emulator/profile": {
      if (method !== "POST") throw methodNotAllowed(method, ["POST"]);
      const profile = jsonOf(body);
      if (!isProfileName(profile)) throw malformed(`The profiles are ${profileNames.join(", ")}`);
      habits.replace(profiles[profile]);
      return { profile };
    }
    default:
      throw notFound("Path not found");
  }
}
