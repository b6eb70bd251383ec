import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../emulator/start.ts";
import { createClient } from "../../../provider/api/client.ts";
import type { Environment } from "../../../provider/file/file-environment.ts";
import type { PlannedWrites } from "../../../provider/resources/planned-writes.ts";
import { userAgent } from "../../../provider/user-agent.ts";
import type { Engine, EngineRun, Step } from "../../../sync/engine/engine.ts";
import type { Mode, Report } from "../../../sync/report.ts";
import { run } from "../../../sync/run.ts";

/*
 * An engine written by hand, which says what a real one says seldom. What the real one says is in test/engine.
 */

export const KEY = "org_1/site";
export const FILE =
  "version: 1\nproject: { organization_id: org_1, slug: site, description: Shop }\ndomains: [www.example.com]\n";

export const step = (rest: Partial<Step>): Step => ({
  kind: "domain",
  key: `${KEY}/www.example.com`,
  action: "create",
  settings: [],
  status: "planned",
  ...rest,
});
export const PROJECT = { kind: "project", key: KEY } as const;
export const PREVIEW = [step({ ...PROJECT, action: "update" }), step({})];

export interface Play {
  readonly mode?: Mode;
  readonly preview?: readonly Step[] | undefined;
  /** What the update says, after it has changed the service by hand. */
  readonly update?: (emulator: Emulator, onStep: (each: Step) => void, stop: AbortController) => Promise<EngineRun>;
  /** Receives what the engine may write. */
  readonly onWrites?: (writes: PlannedWrites) => void;
  readonly drift?: readonly Step[];
  /** Why the refresh ended early. */
  readonly driftError?: string;
  /** The project file. Default: one project with a domain. */
  readonly file?: string;
  /** How the service is. Default: a live project with another description, and no domain. */
  readonly service?: EmulatorOptions;
  readonly environment?: Environment;
  /** Happens after the preview. */
  readonly meanwhile?: (folder: string) => Promise<void>;
}

/** A live project with another description, and no domain. */
const SERVICE: EmulatorOptions = {
  seed: { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", type: "proxy", description: "Old" }] },
};

/** A run through an engine that says what it is told to. */
export async function play({
  mode = "apply",
  preview = PREVIEW,
  update,
  onWrites = () => {},
  drift = [],
  driftError,
  file = FILE,
  service = SERVICE,
  environment = {},
  meanwhile,
}: Play): Promise<Report> {
  await using emulator = await startEmulator(service);
  const { url: baseUrl, token } = emulator;
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-steps-"));
  await writeFile(path.join(folder, "projectsync.yaml"), file);
  const stop = new AbortController();
  const engine: Engine = {
    stack: "dev",
    preview: async () => {
      await meanwhile?.(folder);
      return { steps: preview };
    },
    findDrift: async () => ({ steps: drift, ...(driftError === undefined ? {} : { error: driftError }) }),
    update: async (writes, onStep) => {
      onWrites(writes);
      return (await update?.(emulator, onStep, stop)) ?? { steps: [] };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
  return await run({
    mode,
    patterns: [],
    folder,
    environment,
    secrets: [token],
    signal: stop.signal,
    engine: async () => engine,
    connect: (redaction, signal) => createClient({ baseUrl, token, userAgent, redaction, signal }),
  });
}

export function outcomes({ applied }: Report): Record<string, string> {
  return Object.fromEntries((applied?.outcomes ?? []).map(({ key, status }) => [key.split("/").at(-1), status]));
}

export const failed = (rest: Partial<Step>): Step => step({ status: "failed", message: "500", ...rest });
export const done = (rest: Partial<Step>): Step => step({ status: "done", ...rest });
