import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { EmulatorOptions, ObservedRequest, RequestPhase } from "../../../emulator/start.ts";
import type { ActionResult } from "../../action/run-action.ts";
import { openEngineScene, type EngineScene, type Inputs } from "./engine-run.ts";
import { killTree } from "./process-tree.ts";
import { repository } from "./repository.ts";

type Hook = (request: ObservedRequest, phase: RequestPhase) => void;

/** A scene whose `hook.run` sees each write. It can be set after the service is there. */
export async function openHooked(inputs: Inputs, options: EmulatorOptions = {}) {
  const hook: { run: Hook } = { run: () => {} };
  const engine = { engine: "pulumi", stack: "dev", ...inputs };
  const onRequest: Hook = (request, phase) => {
    if (request.method !== "GET") hook.run(request, phase);
  };
  const scene = await openEngineScene(engine, { ...options, onRequest });
  return { scene, hook };
}

/** Applies in a row. All but the last were killed. */
interface Killed {
  /** At which write each was killed, such as `POST /v1/projects`. */
  readonly kills: readonly string[];
  /** The one that came to its end. */
  readonly last: ActionResult;
}

/**
 * Kills an apply when the service has handled the first write that has not been the end of one yet, until an apply makes no such
 * write. Pulumi saves its state at each step of the one run, and at the end of the next. One write at a time: each has its kill.
 */
export async function killApplies(
  { scene, hook }: Awaited<ReturnType<typeof openHooked>>,
  environment: Inputs = {},
): Promise<Killed> {
  const kills: string[] = [];
  for (;;) {
    const before = kills.length;
    const saving: Inputs = before % 2 === 0 ? {} : { PULUMI_SKIP_CHECKPOINTS: "true" };
    const { child, ended } = await scene.start("apply", { parallelism: "1" }, { ...environment, ...saving });
    hook.run = ({ method, path: at }, phase) => {
      const write = `${method} ${at}`;
      if (phase !== "handled" || kills.length > before || kills.includes(write)) return;
      kills.push(write);
      killTree(child.pid ?? 0);
    };
    const last = await ended();
    hook.run = () => {};
    if (kills.length === before) return { kills, last };
    if (Object.keys(last.outputs).length > 0) throw new Error(`A killed run has outputs: ${last.everything}`);
    await unlock(scene);
  }
}

/** What docs/engine.md says to do after a kill. */
async function unlock({ variables, folder }: EngineScene): Promise<void> {
  const pulumi = path.join(repository, "test/engine/bin/pulumi");
  const words = ["cancel", "--yes", "--stack", "organization/projectsync/dev"];
  await promisify(execFile)(pulumi, words, { cwd: folder, env: { ...variables } });
}
