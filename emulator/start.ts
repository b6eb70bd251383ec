import { randomBytes } from "node:crypto";
import { systemClock } from "./clock.ts";
import type { Clock } from "./clock.ts";
import { createFaults } from "./faults/choose-fault.ts";
import { readFaultSchedule } from "./faults/schedule.ts";
import type { FaultSchedule } from "./faults/schedule.ts";
import { listen } from "./http/listen.ts";
import { createRequestLog } from "./http/request-log.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { storesFromSeed } from "./seed.ts";
import type { Seed } from "./seed.ts";
import { createService } from "./service.ts";
import type { OnRequest } from "./service.ts";
import { stateOf } from "./store/state.ts";
import type { StoredState } from "./store/state.ts";
import { activeTemperament } from "./temperament/active.ts";
import type { TemperamentName } from "./temperament/bundles.ts";
import { readTemperament } from "./temperament/read-temperament.ts";
import type { Temperament } from "./temperament/temperament.ts";

export type { Clock } from "./clock.ts";
export type { Fault, FaultSchedule, Rule } from "./faults/schedule.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { Seed } from "./seed.ts";
export type { StoredState } from "./store/state.ts";
export { temperaments } from "./temperament/bundles.ts";
export type { TemperamentName } from "./temperament/bundles.ts";
export type { Temperament } from "./temperament/temperament.ts";
export type { ObservedRequest, OnRequest, RequestPhase } from "./service.ts";

export interface EmulatorOptions {
  /** Port on 127.0.0.1. Default: 0, which lets the system choose a free port. */
  readonly port?: number;
  /** Access token that every request under /v1 must carry. Default: a random one. */
  readonly token?: string;
  /** The first content of the service. Default: no projects, and the default catalogue. */
  readonly seed?: Seed;
  /** Milliseconds to wait before each answer, after the request took effect. Default: 0. */
  readonly latencyMs?: number;
  /** Maximum number of items in a page of a list, 1 to 100. A small number makes several pages of few items. Default: 100. */
  readonly pageSize?: number;
  /** Which faults occur, and when. Default: none. */
  readonly faults?: FaultSchedule;
  /** The habits of the service, or the name of a bundle of habits. Default: none, so it does as described. */
  readonly temperament?: Temperament | TemperamentName;
  /** Source of all timestamps and waits. Default: the system clock. */
  readonly clock?: Clock;
  /**
   * Called twice for each request under /v1: when the whole request is received, and after it is handled but before the first
   * byte of the answer is sent. A request that never takes effect has no second call. If it throws, the answer is a 500.
   * Default: no call.
   */
  readonly onRequest?: OnRequest;
}

export interface Emulator extends AsyncDisposable {
  /** Base URL, such as http://127.0.0.1:12345, without a trailing slash and without /v1. */
  readonly url: string;
  readonly token: string;
  /**
   * The requests since the start or the last reset, oldest first: the latest 10,000, and at most 16 MiB as JSON. Older
   * requests are dropped.
   */
  requests(): readonly LoggedRequest[];
  /** Empties the request log. Projects are kept. */
  reset(): void;
  /**
   * Replaces the fault schedule. All rules start to count again. `{}` ends all faults.
   *
   * @throws Error that lists every problem with its path.
   */
  setFaults(schedule: FaultSchedule): void;
  /**
   * Replaces the temperament: habits, or the name of a bundle. Ids and delays of earlier writes do not change.
   *
   * @throws Error that lists every problem with its path, or the names that exist.
   */
  setTemperament(temperament: Temperament | TemperamentName): void;
  /** A copy of everything that is stored, as it was sent: no temperament hides or changes it. Oldest project first. */
  state(): readonly StoredState[];
  /** Ends all connections at once and stops listening. */
  close(): Promise<void>;
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
 * @throws Error if an option, the seed, the fault schedule or the temperament is invalid, or if the port is in use.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, token = randomToken(), seed = {}, latencyMs = 0, pageSize = 100 } = options;
  const { clock = systemClock, onRequest } = options;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new RangeError("token must be printable ASCII without spaces, and not empty");
  assertWithin("latencyMs", latencyMs, 0, 600_000);
  assertWithin("pageSize", pageSize, 1, 100);

  const log = createRequestLog();
  const faults = createFaults();
  if (options.faults !== undefined) faults.replace(readFaultSchedule(options.faults));
  const temperament = activeTemperament(readTemperament(options.temperament ?? {}));
  const stores = storesFromSeed(seed, token, {
    clock,
    behaviour: () => faults.service(),
    temperament: () => temperament.current(),
  });
  const store = stores.get(token);
  if (store === undefined) throw new Error("The emulator has no store for its token");
  const handle = createService({ stores, log, faults, temperament, clock, pageSize, onRequest });
  const listener = await listen({ port, latencyMs, clock, handle });
  return {
    url: listener.url,
    token,
    requests: () => log.all(),
    reset: () => log.clear(),
    setFaults: (schedule) => faults.replace(readFaultSchedule(schedule)),
    setTemperament: (next) => temperament.replace(readTemperament(next)),
    state: () => stateOf(store),
    close: () => listener.close(),
    [Symbol.asyncDispose]: () => listener.close(),
  };
}

/** Random, so that no other program on this machine can guess it. */
function randomToken(): string {
  return `emulator-${randomBytes(16).toString("hex")}`;
}

function assertWithin(option: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${option} must be a whole number from ${least} to ${most}`);
  }
}
