import { expect } from "vitest";
import { createFaults } from "../../emulator/faults/choose-fault.ts";
import { readFaultSchedule } from "../../emulator/faults/schedule.ts";
import type { Reply } from "../../emulator/http/reply.ts";
import { createRequestLog, type LoggedRequest } from "../../emulator/http/request-log.ts";
import type { OpenEmulator, OpenOptions } from "../../emulator/open-emulator.ts";
import { activeHabits } from "../../emulator/profile/active-habits.ts";
import { storesFromSeed } from "../../emulator/seed.ts";
import { createService, type ServiceRequest } from "../../emulator/service.ts";
import type { FaultSchedule } from "../../emulator/start.ts";
import { stateOf } from "../../emulator/store/state.ts";
import { createClient, type Client } from "../../core/api/client.ts";
import { userAgent } from "../../core/api/user-agent.ts";
import { isChange, type PlanItem } from "../../core/plan/plan.ts";
import type { Mode, Report } from "../../sync/report/report.ts";
import { run } from "../../sync/run/run.ts";
import type { RunOptions } from "../../sync/run/run-options.ts";
import { virtualClock } from "../world/clock.ts";
import { filesInMemory } from "../world/files-in-memory.ts";
import { inProcess } from "../world/in-process.ts";

export interface World extends AsyncDisposable {
  /** Nothing listens there: of the `port` that is given, 1 by default. */
  readonly url: string;
  readonly token: string;
  /** Replaces the project files. Every run takes all of them. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  /** Default of the files: those of the world. */
  run(mode: Mode, options?: Partial<RunOptions>): Promise<Report>;
  client(): Client;
  /** Sends a request that the tool does not know about: a change by hand, or a read. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The writes that the emulator got since the last call, as `METHOD path`. */
  writes(): string[];
  requests(): readonly LoggedRequest[];
  /** What the service stores, as it was sent. */
  state: OpenEmulator["state"];
  /** Replaces the faults. */
  setFaults(schedule: FaultSchedule): void;
  /** By the clock of the tool. */
  now(): number;
}

/** The token of each world, unless it is given another one. */
export const TOKEN = "emulator-token";

/** The service, project files, and the tool between them: in process, in virtual time. */
export async function startWorld({
  token: own = TOKEN,
  seed = {},
  port = 1,
  pageSize = 100,
  habits: first = {},
  between,
  ...options
}: OpenOptions = {}): Promise<World> {
  const clock = virtualClock();
  const log = createRequestLog();
  const schedule = createFaults();
  if (options.faults !== undefined) schedule.replace(readFaultSchedule(options.faults));
  const habits = activeHabits(first, schedule);
  const stores = storesFromSeed(seed, own, { clock, habits: () => habits.current() });
  const store = stores.get(own);
  if (store === undefined) throw new Error("The emulator has no store for its token");
  const service = createService({ stores, log, faults: schedule, habits, clock, pageSize, onRequest: undefined });
  const serve = (request: ServiceRequest): Reply =>
    between === undefined ? service(request) : between(request, service);
  const connection = inProcess(serve, clock);
  const url = `http://localhost:${port}`;
  const connected = { baseUrl: url, connection, token: own, userAgent, clock };
  let files: Readonly<Record<string, string>> = {};

  return {
    url,
    token: own,
    write: async (texts) => {
      files = texts;
    },
    run: (mode, { environment = {}, ...rest } = {}) =>
      run({
        ...filesInMemory(new Map(Object.entries(files))),
        ...rest,
        mode,
        environment,
        secrets: [own],
        connect: (redaction, signal) => createClient({ ...connected, redaction, signal }),
      }),
    client: () => createClient(connected),
    ask: async (method, target, body) => {
      const reply = serve({
        method,
        target,
        authorization: `Bearer ${own}`,
        contentType: "application/json",
        body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
      });
      if (reply.kind !== "whole" || reply.answer.status >= 300)
        throw new Error(`${method} ${target}: ${JSON.stringify(reply)}`);
      return reply.answer.body === "" ? undefined : JSON.parse(reply.answer.body);
    },
    writes: () => {
      const seen = log.all().filter(({ method }) => method !== "GET");
      log.clear();
      return seen.map(({ method, path: at }) => `${method} ${at}`);
    },
    requests: () => log.all(),
    state: () => stateOf(store),
    setFaults: (next) => schedule.replace(readFaultSchedule(next)),
    now: () => clock.now(),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** A service, with these files for its runs. */
export async function startWith(
  files: Readonly<Record<string, string>>,
  ...start: Parameters<typeof startWorld>
): Promise<World> {
  const world = await startWorld(...start);
  await world.write(files);
  return world;
}

/** Applies these files: the object with the key must be blocked with this reason, and nothing may be written. */
export async function expectBlocked(
  files: Readonly<Record<string, string>>,
  [key, reason]: readonly [key: string, reason: string],
  options: Partial<RunOptions> = {},
  ...start: Parameters<typeof startWorld>
): Promise<Report> {
  await using world = await startWith(files, ...start);
  const report = await world.run("apply", options);
  expect(itemOf(report, key)).toMatchObject({ action: "blocked", reason: expect.stringContaining(reason) });
  expect(world.writes()).toEqual([]);
  return report;
}

/** `action kind key` of every item that a plan changes or blocks. */
export function changesOf(report: Report): string[] {
  return (report.plan?.items ?? []).filter(isChange).map(({ action, kind, key }) => `${action} ${kind} ${key}`);
}

export function itemOf(report: Report, key: string): PlanItem {
  const item = report.plan?.items.find((candidate) => candidate.key === key);
  if (item === undefined) throw new Error(`the plan has no ${key}`);
  return item;
}
