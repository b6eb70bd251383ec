/// <reference lib="esnext.disposable" preserve="true" />
import { randomBytes } from "node:crypto";
import { systemClock, type Clock } from "./clock.ts";
import { createFaults } from "./faults/choose-fault.ts";
import { readFaultSchedule, type FaultSchedule } from "./faults/schedule.ts";
import { listen } from "./http/listen.ts";
import type { Reply } from "./http/reply.ts";
import { createRequestLog, type LoggedRequest } from "./http/request-log.ts";
import { activeHabits } from "./profile/active-habits.ts";
import type { Habits } from "./profile/habits.ts";
import { habitsOf, type ProfileName } from "./profile/profiles.ts";
import { storesFromSeed, type Seed } from "./seed.ts";
import { createService, takesBody, type OnRequest, type ServiceRequest } from "./service.ts";
import { stateOf, type StoredState } from "./store/state.ts";

export interface EmulatorSettings {
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
  /** Source of all timestamps and waits. Default: the system clock. */
  readonly clock?: Clock;
  /**
   * Called twice for each request under /v1: when the whole request is received, and after it is handled but before the first
   * byte of the answer is sent. A request that never takes effect has no second call. If it throws, the answer is a 500.
   * Default: no call.
   */
  readonly onRequest?: OnRequest;
}

/** For our own tests, which need single habits: the package exports only `startEmulator`. */
export interface OpenOptions extends EmulatorSettings {
  /** Default: as described. */
  readonly habits?: Habits;
  /** Stands between the socket and the service: it changes requests and replies. Default: nothing does. */
  readonly between?: (request: ServiceRequest, serve: (request: ServiceRequest) => Reply) => Reply;
}

export interface Emulator extends AsyncDisposable {
  /** Base URL, such as http://127.0.0.1:12345, without a trailing slash and without /v1. */
  readonly url: string;
  readonly token: string;
  /** The requests since the start or the last reset, oldest first: the latest 10,000, of 16 MiB in all. */
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
   * Replaces the profile. Delays of earlier writes do not change.
   *
   * @throws Error that lists the names, if this is not one of them.
   */
  setProfile(profile: ProfileName): void;
  /** A copy of everything that is stored, as it was sent: no profile hides or changes it. Oldest project first. */
  state(): readonly StoredState[];
  /** Ends all connections at once and stops listening. */
  close(): Promise<void>;
}

export interface OpenEmulator extends Emulator {
  setHabits(habits: Habits): void;
}

/** As `startEmulator`, with habits in place of a profile. */
export async function openEmulator(options: OpenOptions = {}): Promise<OpenEmulator> {
  const { port = 0, token = randomToken(), seed = {}, latencyMs = 0, pageSize = 100 } = options;
  const { clock = systemClock, onRequest } = options;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new RangeError("token must be printable ASCII without spaces, and not empty");
  assertWithin("latencyMs", latencyMs, 0, 600_000);
  assertWithin("pageSize", pageSize, 1, 100);

  const log = createRequestLog();
  const faults = createFaults();
  if (options.faults !== undefined) faults.replace(readFaultSchedule(options.faults));
  const habits = activeHabits(options.habits ?? {}, faults);
  const stores = storesFromSeed(seed, token, { clock, habits: () => habits.current() });
  const store = stores.get(token);
  if (store === undefined) throw new Error("The emulator has no store for its token");
  const serve = createService({ stores, log, faults, habits, clock, pageSize, onRequest });
  const { between } = options;
  const handle = between === undefined ? serve : (request: ServiceRequest) => between(request, serve);
  const listener = await listen({ port, latencyMs, clock, takesBody: (request) => takesBody(stores, request), handle });
  return {
    url: listener.url,
    token,
    requests: () => log.all(),
    reset: () => log.clear(),
    setFaults: (schedule) => faults.replace(readFaultSchedule(schedule)),
    setProfile: (profile) => habits.replace(habitsOf(profile)),
    setHabits: (next) => habits.replace(next),
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
