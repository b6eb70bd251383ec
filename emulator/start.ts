import { openEmulator, type Emulator, type EmulatorSettings } from "./open-emulator.ts";
import { habitsOf, type ProfileName } from "./profile/profiles.ts";

export type { Clock } from "./clock.ts";
export type { Fault, FaultSchedule, Rule } from "./faults/schedule.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { Emulator } from "./open-emulator.ts";
export { profileNames } from "./profile/profiles.ts";
export type { ProfileName } from "./profile/profiles.ts";
export type { Seed } from "./seed.ts";
export type { ObservedRequest, OnRequest, RequestPhase } from "./service.ts";
export type { StoredState } from "./store/state.ts";

export interface EmulatorOptions extends EmulatorSettings {
  /** How the service is in all that the description leaves open. Default: `plain`, as described. */
  readonly profile?: ProfileName;
}

/**
 * Starts an in-memory, strict emulator of the service on 127.0.0.1. It answers only requests to a loopback address, and
 * refuses requests with an `Origin` header, so that no web page can use it.
 *
 * ```ts
 * await using emulator = await startEmulator({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
 * await fetch(`${emulator.url}/v1/projects`, { headers: { authorization: `Bearer ${emulator.token}` } });
 * ```
 *
 * @throws Error if an option, the seed, the fault schedule or the profile is invalid, or if the port is in use.
 */
export async function startEmulator({ profile = "plain", ...settings }: EmulatorOptions = {}): Promise<Emulator> {
  // An older Node.js would fail later with a message that says nothing.
  if (!("withResolvers" in Promise)) {
    throw new Error(
      `The emulator of projectsync needs Node.js 22.19 or newer. This is Node.js ${process.versions.node}.`,
    );
  }
  return openEmulator({ ...settings, habits: habitsOf(profile) });
}
