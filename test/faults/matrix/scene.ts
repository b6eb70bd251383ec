import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openEmulator, type OpenEmulator, type OpenOptions } from "../../../emulator/open-emulator.ts";
import type { FaultSchedule } from "../../../emulator/start.ts";
import { createClient, type Client } from "../../../provider/api/client.ts";
import type { PlanOptions } from "../../../sync/plan/options.ts";
import type { Mode, Report } from "../../../sync/report.ts";
import { run } from "../../../sync/run.ts";
import { ask } from "../../ask.ts";
import { virtualClock } from "../../virtual-clock.ts";
import { SEED } from "./subjects.ts";

/** One file, called `site.yaml`, or several by name. */
export type Files = string | Readonly<Record<string, string>>;

export interface RunOptions extends PlanOptions {
  readonly mode?: Mode;
  readonly environment?: Readonly<Record<string, string>>;
  readonly baseUrl?: string;
}

export interface Scene extends AsyncDisposable {
  readonly emulator: OpenEmulator;
  /** For single calls; runs have clients of their own. */
  readonly client: Client;
  /** A whole run over these files; `apply` unless another mode is asked for. */
  readonly run: (files: Files, options?: RunOptions) => Promise<Report>;
  /** A change by somebody else, or a read; not in the log, unless it is made while a run is under way. */
  readonly ask: (request: string, body?: unknown) => Promise<unknown>;
  /** Ends the faults of requests. What the service does as a whole, it goes on to do. */
  readonly heal: () => void;
  readonly setFaults: (faults: FaultSchedule) => void;
  /** `METHOD path` of each request. */
  readonly seen: () => string[];
  /** Those that change something. */
  readonly writes: () => string[];
  /** The requests from the first write on, to the path or below it, each with the seconds since that. Default: all. */
  readonly fromFirstWrite: (at?: string) => string[];
  /** All requests, each with the seconds since the first. */
  readonly timed: () => string[];
  /** Empties the log. */
  readonly forget: () => void;
  /** Seconds that have passed. */
  readonly seconds: () => number;
}

/** Something that somebody else does while a run is under way: after the service has handled the request, and before it answers. */
export interface Meanwhile {
  /** `METHOD path`. */
  readonly after: string;
  readonly nth?: number;
  readonly act: (scene: Scene) => Promise<unknown>;
}

export interface SceneOptions extends OpenOptions {
  readonly meanwhile?: Meanwhile;
}

/** Milliseconds, which stand for the place where an answer can be held. */
const LATENCY = 1;

/** An emulator with what subjects.ts seeds, a folder for project files, and one clock for both sides, on which waits take no time. */
export async function open({ meanwhile, ...options }: SceneOptions = {}): Promise<Scene> {
  const clock = virtualClock();
  const start = clock.client.now();
  let met = 0;
  let aside: Promise<unknown> | undefined;
  let isHolding = false;
  const emulator = await openEmulator({
    seed: SEED,
    ...options,
    latencyMs: meanwhile === undefined ? 0 : LATENCY,
    clock: {
      now: clock.service.now,
      sleep: async (milliseconds, signal) => {
        const held = isHolding ? aside : undefined;
        isHolding = false;
        // No time passes until they are done, however long that takes.
        if (held !== undefined) await held;
        else if (meanwhile === undefined || milliseconds !== LATENCY) await clock.service.sleep(milliseconds, signal);
      },
    },
    onRequest: (request, phase) => {
      if (phase !== "handled" || `${request.method} ${request.path}` !== meanwhile?.after) return;
      met += 1;
      if (met !== (meanwhile.nth ?? 1)) return;
      aside = meanwhile.act(scene);
      // Its answer is the next that is waited for.
      isHolding = true;
    },
  });
  const { url: baseUrl, token } = emulator;
  const common = { token, userAgent: "test/1", clock: clock.client };
  const client = createClient({ ...common, baseUrl });
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-matrix-"));
  let runs = 0;
  const requests = () =>
    emulator.requests().map((request) => ({ ...request, line: `${request.method} ${request.path}` }));
  const timed = (from: number): string[] => {
    const since = requests().slice(from);
    return since.map(
      ({ receivedAt, line }) => `${Math.round((receivedAt - (since[0]?.receivedAt ?? 0)) / 100) / 10} ${line}`,
    );
  };
  const scene: Scene = {
    emulator,
    client,
    run: async (files, { mode = "apply", environment = {}, ...rest } = {}) => {
      runs += 1;
      const own = path.join(folder, String(runs));
      await mkdir(own);
      const named = typeof files === "string" ? { "site.yaml": files } : files;
      await Promise.all(Object.entries(named).map(([name, text]) => writeFile(path.join(own, name), text)));
      const report = await run({
        ...rest,
        mode,
        environment,
        patterns: ["*.yaml"],
        folder: own,
        secrets: [token],
        connect: (redaction, signal) =>
          createClient({ ...common, baseUrl: rest.baseUrl ?? baseUrl, redaction, signal }),
      });
      return report;
    },
    ask: async (request, body) => ask(emulator, request, body),
    heal: () => emulator.setFaults({ service: options.faults?.service }),
    setFaults: (faults) => emulator.setFaults(faults),
    seen: () => requests().map(({ line }) => line),
    writes: () => requests().flatMap(({ method, line }) => (method === "GET" ? [] : [line])),
    fromFirstWrite: (at = "/") => {
      const first = requests().findIndex(({ method }) => method !== "GET");
      return first === -1 ? [] : timed(first).filter((line) => line.includes(` ${at}`));
    },
    timed: () => timed(0),
    forget: () => emulator.reset(),
    seconds: () => (clock.client.now() - start) / 1000,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await emulator.close();
      clock[Symbol.dispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return scene;
}
