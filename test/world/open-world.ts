import { createClient, type Client } from "../../core/api/client.ts";
import type { TransportOptions } from "../../core/api/transport.ts";
import type { Report } from "../../sync/report/report.ts";
import { run } from "../../sync/run/run.ts";
import type { RunOptions } from "../../sync/run/run-options.ts";
import { virtualClock, type VirtualClock } from "./clock.ts";
import { filesInMemory } from "./files-in-memory.ts";
import { inProcess } from "./in-process.ts";
import { watchService, type ServiceOptions, type WatchedService } from "./oracle/service.ts";

/** Nothing listens there. Always the same, so that digests are too. */
export const ADDRESS = "http://localhost";

export interface World {
  readonly service: WatchedService;
  readonly clock: VirtualClock;
  /** A client of the service, beside the runs. */
  readonly connect: (concurrency?: number) => Client;
  /** Runs the tool with these files, by name. */
  readonly run: (
    options: Partial<RunOptions> & Pick<RunOptions, "mode">,
    files: Readonly<Record<string, string>>,
    concurrency?: number,
  ) => Promise<Report>;
}

/** A service and runs of the tool in one process, without sockets and files, in virtual time. */
export function openWorld(options: Omit<ServiceOptions, "clock"> = {}): World {
  const clock = virtualClock();
  const service = watchService({ ...options, clock });
  const connection = inProcess(service.handle, clock);
  const connect = (concurrency = 1, more: Pick<TransportOptions, "redaction" | "signal"> = {}): Client =>
    createClient({
      baseUrl: ADDRESS,
      connection,
      token: service.token,
      userAgent: "test",
      concurrency,
      clock,
      ...more,
    });
  return {
    service,
    clock,
    connect,
    run: (more, files, concurrency) =>
      run({
        ...filesInMemory(new Map(Object.entries(files))),
        environment: {},
        secrets: [service.token],
        connect: (redaction, signal) => connect(concurrency, { redaction, signal }),
        ...more,
      }),
  };
}
