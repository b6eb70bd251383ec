import { ask } from "../ask.ts";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { LoggedRequest } from "../../emulator/http/request-log.ts";
import { openEmulator, type OpenEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import type { FaultSchedule } from "../../emulator/start.ts";
import { createClient } from "../../provider/api/client.ts";
import type { DomainWait } from "../../provider/resources/await-domains.ts";
import { userAgent } from "../../provider/user-agent.ts";
import type { PlanOptions } from "../../sync/plan/options.ts";
import type { SavedPlan } from "../../sync/plan/saved-plan.ts";
import type { Outcome } from "../../sync/apply/outcome.ts";
import { isChange, type PlanItem } from "../../sync/plan/plan.ts";
import type { Progress } from "../../sync/progress.ts";
import type { Mode, Report } from "../../sync/report.ts";
import { run } from "../../sync/run.ts";
import { virtualClock } from "../virtual-clock.ts";

export interface World extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  readonly folder: string;
  /** Writes project files. Every run takes all `*.yaml` in the folder. */
  write(files: Readonly<Record<string, string>>): Promise<void>;
  run(
    mode: Mode,
    options?: PlanOptions & {
      token?: string;
      baseUrl?: string;
      patterns?: string[];
      environment?: Record<string, string>;
      onOutcome?: (outcome: Outcome) => void;
      onSecrets?: (secrets: readonly string[]) => void;
      signal?: AbortSignal;
      online?: boolean;
      savedPlan?: SavedPlan;
      waitForDomains?: DomainWait;
      onProgress?: (progress: Progress) => void;
    },
  ): Promise<Report>;
  /** Sends a request that the tool does not know about: a change by hand, or a read. */
  ask(method: string, path: string, body?: unknown): Promise<unknown>;
  /** The writes that the emulator got since the last call, as `METHOD path`. */
  writes(): string[];
  requests(): readonly LoggedRequest[];
  /** What the service stores, as it was sent. */
  state: OpenEmulator["state"];
  setHabits: OpenEmulator["setHabits"];
  /** Replaces the faults. */
  setFaults(schedule: FaultSchedule): void;
  /** By the clock of the tool. */
  now(): number;
}

/** An emulator, a folder for project files, and the tool between them. */
export async function startWorld(options: OpenOptions = {}): Promise<World> {
  const clock = virtualClock();
  const emulator = await openEmulator({ clock: clock.service, ...options });
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-test-"));
  return {
    url: emulator.url,
    token: emulator.token,
    folder,
    write: async (files) => {
      await rm(folder, { recursive: true });
      await mkdir(folder);
      await Promise.all(Object.entries(files).map(([name, text]) => writeFile(path.join(folder, name), text)));
    },
    run: (
      mode,
      { token = emulator.token, baseUrl = emulator.url, patterns = ["*.yaml"], environment = {}, ...rest } = {},
    ) =>
      run({
        ...rest,
        mode,
        patterns,
        folder,
        environment,
        secrets: [token],
        connect: (redaction, signal) =>
          createClient({ baseUrl, token, userAgent, redaction, signal, clock: clock.client }),
      }),
    ask: (method, at, body) => ask(emulator, `${method} ${at}`, body),
    writes: () => {
      const seen = emulator.requests().filter(({ method }) => method !== "GET");
      emulator.reset();
      return seen.map(({ method, path: at }) => `${method} ${at}`);
    },
    requests: () => emulator.requests(),
    state: () => emulator.state(),
    setHabits: (habits) => emulator.setHabits(habits),
    setFaults: (schedule) => emulator.setFaults(schedule),
    now: () => clock.client.now(),
    [Symbol.asyncDispose]: async () => {
      await emulator.close();
      clock[Symbol.dispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
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
