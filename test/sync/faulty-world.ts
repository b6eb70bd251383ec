import type { OpenOptions } from "../../emulator/open-emulator.ts";
import type { Report } from "../../sync/report.ts";
import { startFaultProxy, type Faults, type Rewrite } from "./fault-proxy.ts";
import { startWorld, type World } from "./world.ts";

export interface FaultyWorld extends World {
  /** Like `run`, but through the proxy. */
  through(...words: Parameters<World["run"]>): Promise<Report>;
}

/** A world in which `through` reaches the service through a proxy that injects `faults` and rewrites answers. */
export async function startFaultyWorld(options: OpenOptions, faults: Faults, rewrite?: Rewrite): Promise<FaultyWorld> {
  const world = await startWorld(options);
  const proxy = await startFaultProxy(world.url, faults, rewrite);
  return {
    ...world,
    through: (mode, more = {}) => world.run(mode, { ...more, baseUrl: proxy.url }),
    [Symbol.asyncDispose]: async () => {
      await proxy[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    },
  };
}

/** A refusal in the service's own form. */
export const refusal = (status: number, type: string, message = "no") => ({
  status,
  body: { error: { type, message } },
});
