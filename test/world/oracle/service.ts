import { createFaults } from "../../../emulator/faults/choose-fault.ts";
import type { FaultSchedule } from "../../../emulator/faults/schedule.ts";
import type { Reply } from "../../../emulator/http/reply.ts";
import { createRequestLog, type LoggedRequest } from "../../../emulator/http/request-log.ts";
import { storesFromSeed, type Seed } from "../../../emulator/seed.ts";
import { createService, type OnRequest, type RequestPhase, type ServiceRequest } from "../../../emulator/service.ts";
import type { Clock } from "../../../emulator/clock.ts";
import { activeHabits } from "../../../emulator/profile/active-habits.ts";
import type { Habits } from "../../../emulator/profile/habits.ts";
import { truthOf, type Truth } from "./truth.ts";

const TOKEN = "emulator-token";
/** For a second run at the same time: each run's requests are told by its token. */
const SECOND_TOKEN = "second-token";

const ORGANIZATIONS = ["org_1", "org_2"];

/** A request of the tool, and what it did to what the service holds. */
export interface Seen extends LoggedRequest {
  /** The token of the run that sent it. */
  readonly token: string;
  readonly before: Truth;
  readonly after: Truth;
  /** The body of the answer; empty without one. */
  readonly answer: string;
  /** Retry-After and Date of the answer, where it had the first. */
  readonly asked?: { readonly retryAfter: string; readonly date: string | undefined };
}

/** A change by hand. */
export interface Write {
  readonly method: "POST" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
}

export type Hold = (request: ServiceRequest, phase: RequestPhase, closed: AbortSignal) => Promise<void>;

export interface ServiceOptions {
  readonly clock: Clock;
  readonly pageSize?: number;
  readonly seed?: Seed;
  readonly habits?: Habits;
  /** Stands between the client and the service: changes requests and replies. */
  readonly between?: (request: ServiceRequest, handle: (request: ServiceRequest) => Reply) => Reply;
}

export interface WatchedService {
  /** `closed`: aborts when the client gives the request up. */
  readonly handle: (request: ServiceRequest, closed: AbortSignal) => Reply | Promise<Reply>;
  readonly token: string;
  readonly secondToken: string;
  /** What there is now, without a request. */
  truth(): Truth;
  /** Past all faults, and not among what was seen. */
  meddle(write: Write): void;
  /** The number of the latest request, 0 before the first. */
  lastSequence(): number;
  /** The tool's requests since the last call. */
  takeSeen(): readonly Seen[];
  setFaults(schedule: FaultSchedule): void;
  setHabits(habits: Habits): void;
  /** What happens at each request besides it. `undefined`: nothing. */
  during(hook: OnRequest | undefined): void;
  /** Waits before each request is handled, and again before it is answered. `undefined`: does not wait. */
  holding(hold: Hold | undefined): void;
  /** The longest time that lists and reads lag behind. */
  staleListsMs(): number;
  hidesSecrets(): boolean;
}

/** The emulator, without a socket. Its records are read without a request. */
export function watchService({
  clock,
  pageSize = 100,
  seed = {},
  habits: first = {},
  between = (request, handle) => handle(request),
}: ServiceOptions): WatchedService {
  const log = createRequestLog();
  const faults = createFaults();
  const habits = activeHabits(first, faults);
  const stores = storesFromSeed({ ...seed, tokens: [{ token: SECOND_TOKEN, organizations: ORGANIZATIONS }] }, TOKEN, {
    clock,
    habits: () => habits.current(),
  });
  const store = stores.get(TOKEN);
  if (store === undefined) throw new Error("the emulator has no store");
  const parts = { stores, clock, pageSize };
  const behindTheBack = createService({
    ...parts,
    log: createRequestLog(),
    faults: createFaults(),
    habits: activeHabits({}, createFaults()),
    onRequest: undefined,
  });
  let seen: Seen[] = [];
  let sequence = 0;
  let hook: OnRequest | undefined;
  let hold: Hold | undefined;
  let truth = truthOf(store);
  let before = truth;
  let after = truth;
  // What somebody else does during a request is not what the request did.
  const handle = createService({
    ...parts,
    log,
    faults,
    habits,
    onRequest: (request, phase) => {
      if (phase === "handled" && request.method !== "GET") truth = truthOf(store);
      if (phase === "handled") after = truth;
      hook?.(request, phase);
      if (phase === "received") before = truth;
    },
  });

  const watched = (request: ServiceRequest): Reply => {
    before = truth;
    after = truth;
    const reply = handle(request);
    const logged = log.all().at(-1);
    log.clear();
    if (logged === undefined) throw new Error("the emulator did not log a request");
    sequence = logged.sequence;
    if (!logged.handled) after = before;
    const { headers = {}, body = "" } = "answer" in reply ? reply.answer : {};
    const retryAfter = headers["retry-after"];
    const asked = retryAfter === undefined ? {} : { asked: { retryAfter, date: headers["date"] } };
    seen.push({ ...logged, token: tokenOf(request.authorization), before, after, answer: body, ...asked });
    return reply;
  };
  const held = async (request: ServiceRequest, closed: AbortSignal): Promise<Reply> => {
    const [latest, receivedAt] = [sequence, clock.now()];
    await hold?.(request, "received", closed);
    if (closed.aborted) {
      seen.push(givenUp(request, latest, receivedAt, truth));
      return { kind: "reset" };
    }
    const reply = between(request, watched);
    const handled = seen.at(-1);
    await hold?.(request, "handled", closed);
    if (closed.aborted) seen = seen.map((each) => (each === handled ? withoutAnswer(each) : each));
    return reply;
  };
  return {
    handle: (request, closed) => (hold === undefined ? between(request, watched) : held(request, closed)),
    token: TOKEN,
    secondToken: SECOND_TOKEN,
    truth: () => truth,
    meddle: (write) => {
      behindTheBack(asRequest(write));
      truth = truthOf(store);
    },
    lastSequence: () => sequence,
    takeSeen: () => {
      const taken = seen.toSorted((one, other) => one.sequence - other.sequence);
      seen = [];
      return taken;
    },
    setFaults: (schedule) => faults.replace(schedule),
    setHabits: (next) => habits.replace(next),
    during: (next) => {
      hook = next;
    },
    holding: (next) => {
      hold = next;
    },
    staleListsMs: () => {
      const { staleListsMs = 0, lists = {}, late = {} } = habits.current();
      return Math.max(staleListsMs, lists.goBackMs ?? 0, late.readsMs ?? 0, late.newProjectMs ?? 0);
    },
    hidesSecrets: () => habits.current().secrets !== undefined,
  };
}

/** A request that was given up before it took effect. */
function givenUp(
  { method, target, authorization, body }: ServiceRequest,
  latest: number,
  receivedAt: number,
  truth: Truth,
): Seen {
  const text = Buffer.from(body).toString();
  return {
    sequence: latest + 0.25,
    receivedAt,
    requestId: "",
    method,
    path: target.replace(/\?.*$/, ""),
    query: {},
    body: text === "" ? null : JSON.parse(text),
    authorized: true,
    handled: false,
    status: 0,
    fault: "given up",
    token: tokenOf(authorization),
    before: truth,
    after: truth,
    answer: "",
  };
}

/** A request that took effect, and was given up before its answer came. */
function withoutAnswer({ asked: _asked, ...request }: Seen): Seen {
  return { ...request, answer: "", fault: "given up" };
}

function tokenOf(authorization: string | undefined): string {
  return authorization?.replace("Bearer ", "") ?? "";
}

function asRequest({ method, path, body }: Write): ServiceRequest {
  return {
    method,
    target: path,
    authorization: `Bearer ${TOKEN}`,
    contentType: body === undefined ? undefined : "application/json",
    body: new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body)),
  };
}
