import { createClient } from "../../../core/api/client.ts";
import type { Clock } from "../../../core/api/clock.ts";
import type { Connection } from "../../../core/api/connection.ts";
import type { Report } from "../../../sync/report/report.ts";
import { run } from "../../../sync/run/run.ts";
import { filesInMemory } from "../files-in-memory.ts";
import { ADDRESS } from "../open-world.ts";
import type { Calls } from "./calls.ts";
import { ENVIRONMENT, render, type DeclaredProject } from "./declarations.ts";
import { openLine } from "./line.ts";
import type { ObservedRun } from "./observed-run.ts";
import type { RunStep } from "./schedule.ts";

interface RunScene {
  readonly connection: Connection;
  readonly clock: Clock;
  readonly calls: Calls;
  readonly declared: readonly DeclaredProject[];
  /** The run's own token. */
  readonly token: string;
  readonly secrets: readonly string[];
  /** Stops the run. Default: it is not stopped. */
  readonly signal?: AbortSignal;
}

/** Runs the tool on its own, to its end or until it is killed. */
export async function startRun(
  { mode, prune, maxDeletes, rewriteSecrets, concurrency, kill }: RunStep,
  { connection, clock, calls, declared, token, secrets, signal: stop }: RunScene,
): Promise<Pick<ObservedRun, "report" | "isKilled">> {
  const line = openLine({ connection, clock, kill, onRequest: calls.sent });
  let told: Report = { mode, result: "stopped", files: [], problems: [] };
  const running = run({
    mode,
    ...filesInMemory(render(declared)),
    environment: ENVIRONMENT,
    secrets,
    prune,
    maxDeletes,
    rewriteSecrets,
    ...(stop === undefined ? {} : { signal: stop }),
    onPlan: (report) => {
      told = report;
    },
    connect: (redaction, signal) =>
      calls.watch(
        createClient({
          baseUrl: ADDRESS,
          connection: line.connection,
          token,
          userAgent: "faults",
          redaction,
          signal,
          concurrency,
          clock: line.clock,
        }),
      ),
  });
  return Promise.race([
    running.then((report) => ({ report, isKilled: false })),
    line.cut.then(() => ({ report: told, isKilled: true })),
  ]);
}
