import { systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { createFaults } from "./faults/faults.ts";
import { readFaultSchedule } from "./faults/schedule.ts";
import type { FaultSchedule } from "./faults/schedule.ts";
import { listen } from "./http/listen.ts";
import { createRequestLog } from "./http/request-log.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { storesFromSeed } from "./seed.ts";
import type { Seed } from "./seed.ts";
import { createService } from "./service.ts";
import type { OnRequest } from "./service.ts";

export type { Clock } from "./clock.ts";
export type { Fault, FaultSchedule, Rule } from "./faults/schedule.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { Seed } from "./seed.ts";
export type { ObservedRequest, OnRequest, RequestPhase } from "./service.ts";

export interface EmulatorOptions {
  /** Where to listen on 127.0.0.1. Default: 0, which lets the system choose. */
  readonly port?: number;
  /** The access token that every request under /v1 has to bear. Default: "emulator-token". */
  readonly token?: string;
  /** What the service holds at first. Default: no projects, the default catalogue. */
  readonly seed?: Seed;
  /** Milliseconds to wait before each answer, after the request has taken effect. Default: 0. */
  readonly latencyMs?: number;
  /** The most items that a page of a list holds, 1 to 100, so that a few already make pages. Default: 100. */
  readonly pageSize?: number;
  /** What goes wrong, and when. Default: nothing. */
  readonly faults?: FaultSchedule;
  /** What all timestamps come from and all waits go through. Default: the system's. */
  readonly clock?: Clock;
  /**
   * Called when a request under /v1 was received whole, before it is handled, and again right after it was, before any
   * byte of the answer; not again for one that never takes effect. Default: nothing.
   */
  readonly onRequest?: OnRequest;
}

export interface Emulator extends AsyncDisposable {
  /** Such as http://127.0.0.1:12345, without a slash at the end and without /v1. */
  readonly url: string;
  readonly token: string;
  /** The requests handled since the start or the last reset, oldest first. */
  requests(): readonly LoggedRequest[];
  /** Empties the request log; the projects stay. */
  reset(): void;
  /**
   * Puts another fault schedule in force; all its rules count from the beginning. `{}` ends all faults.
   *
   * @throws Error that names every place in it that is wrong.
   */
  setFaults(schedule: FaultSchedule): void;
  /** Ends all connections at once and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts an in-memory, strict emulator of the service on 127.0.0.1.
 *
 * ```ts
 * await using emulator = await startEmulator({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
 * await fetch(`${emulator.url}/v1/projects`, { headers: { authorization: `Bearer ${emulator.token}` } });
 * ```
 *
 * @throws Error for an invalid option, seed or fault schedule, and if the port is taken.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, token = "emulator-token", seed = {}, latencyMs = 0, pageSize = 100 } = options;
  const { clock = systemClock, onRequest } = options;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new RangeError("token must be printable ASCII without spaces, and not empty");
  assertWithin("latencyMs", latencyMs, 0, 600_000);
  assertWithin("pageSize", pageSize, 1, 100);

  const log = createRequestLog();
  const faults = createFaults();
  if (options.faults !== undefined) faults.replace(readFaultSchedule(options.faults));
  const stores = storesFromSeed(seed, token, { clock, behaviour: () => faults.service() });
  const handle = createService({ stores, log, faults, clock, pageSize, onRequest });
  const listener = await listen({ port, latencyMs, clock, handle });
  return {
    url: listener.url,
    token,
    requests: () => log.all(),
    reset: () => log.clear(),
    setFaults: (schedule) => faults.replace(readFaultSchedule(schedule)),
    close: () => listener.close(),
    [Symbol.asyncDispose]: () => listener.close(),
  };
}

function assertWithin(option: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${option} must be a whole number from ${least} to ${most}`);
  }
}
