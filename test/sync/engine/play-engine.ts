import type { FaultSchedule } from "../../../emulator/faults/schedule.ts";
import type { Habits } from "../../../emulator/profile/habits.ts";
import type { Seed } from "../../../emulator/seed.ts";
import type { Environment } from "../../../core/file/file-environment.ts";
import type { PlannedWrites } from "../../../core/resources/planned-writes.ts";
import type { Engine, EngineRun, EngineStep } from "../../../sync/engine/engine.ts";
import type { Mode, Report } from "../../../sync/report/report.ts";
import type { RunOptions } from "../../../sync/run/run-options.ts";
import { filesInMemory } from "../../world/files-in-memory.ts";
import { openWorld } from "../../world/open-world.ts";
import type { WatchedService, Write } from "../../world/oracle/service.ts";

/*
 * An engine written by hand, which says what a real one says seldom. What the real one says is in test/engine.
 */

export const KEY = "org_1/site";
export const FILE =
  "version: 1\nproject: { organization_id: org_1, slug: site, description: Shop }\ndomains: [www.example.com]\n";

export const step = (rest: Partial<EngineStep>): EngineStep => ({
  kind: "domain",
  key: `${KEY}/www.example.com`,
  action: "create",
  settings: [],
  status: "planned",
  ...rest,
});
export const PROJECT = { kind: "project", key: KEY } as const;
const PREVIEW = [step({ ...PROJECT, action: "update" }), step({})];

/** How the service is. */
export interface Service {
  readonly seed?: Seed;
  readonly habits?: Habits;
  readonly faults?: FaultSchedule;
}

export interface Play extends Pick<RunOptions, "onOutcome" | "onProgress" | "organizations"> {
  readonly mode?: Mode;
  readonly preview?: readonly EngineStep[] | undefined;
  /** What the update says, after it has changed the service by hand. */
  readonly update?: (
    service: WatchedService,
    onStep: (each: EngineStep) => void,
    stop: AbortController,
  ) => EngineRun | Promise<EngineRun>;
  /** Receives what the engine may write. */
  readonly onWrites?: (writes: PlannedWrites) => void;
  readonly drift?: readonly EngineStep[];
  /** Why the refresh ended early. */
  readonly driftError?: string;
  /** The project file. Default: one project with a domain. */
  readonly file?: string;
  /** The project file after the preview. Default: the same. */
  readonly fileLater?: string;
  /** How the service is. Default: a live project with another description, and no domain. */
  readonly service?: Service;
  readonly environment?: Environment;
}

/** A service that holds the project with the key `KEY`. */
export const serviceWith = (rest: Partial<NonNullable<Seed["projects"]>[number]>): Service => ({
  seed: { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", type: "proxy", ...rest }] },
});

/** A run through an engine that says what it is told to. */
export async function play({
  mode = "apply",
  preview = PREVIEW,
  update,
  onWrites = () => {},
  drift = [],
  driftError,
  file = FILE,
  fileLater = file,
  service: { faults = {}, ...kind } = serviceWith({ description: "Old" }),
  environment = {},
  ...hooks
}: Play): Promise<Report> {
  const world = openWorld(kind);
  const { service } = world;
  service.setFaults(faults);
  const stop = new AbortController();
  let isPreviewed = false;
  const engine: Engine = {
    stack: "dev",
    preview: async () => {
      isPreviewed = true;
      return { steps: preview };
    },
    findDrift: async () => ({ steps: drift, ...(driftError === undefined ? {} : { error: driftError }) }),
    update: async (writes, onStep) => {
      onWrites(writes);
      return (await update?.(service, onStep, stop)) ?? { steps: [] };
    },
    [Symbol.asyncDispose]: async () => {},
  };
  const load: NonNullable<RunOptions["load"]> = (...call) =>
    filesInMemory(new Map([["projectsync.yaml", isPreviewed ? fileLater : file]])).load(...call);
  return await world.run({ mode, environment, signal: stop.signal, engine: async () => engine, load, ...hooks }, {});
}

/** A change by hand, as the writes of the engine are here. */
export const post = (path: string, body: object): Write => ({ method: "POST", path: `/v1/projects${path}`, body });
export const remove = (path: string): Write => ({ method: "DELETE", path: `/v1/projects${path}` });

export function outcomes({ applied }: Report): Record<string, string> {
  return Object.fromEntries((applied?.outcomes ?? []).map(({ key, status }) => [key.split("/").at(-1), status]));
}

export const failed = (rest: Partial<EngineStep>): EngineStep => step({ status: "failed", message: "500", ...rest });
export const done = (rest: Partial<EngineStep>): EngineStep => step({ status: "done", ...rest });
