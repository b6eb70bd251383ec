import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { EmulatorOptions, RequestPhase } from "../../../emulator/start.ts";
import type { Installation } from "./install.ts";
import { openEngineScene, type EngineScene, type Inputs } from "./engine-run.ts";
import { killTree } from "./kill-tree.ts";
import { repository } from "./repository.ts";

type Hook = (method: string, phase: RequestPhase) => void;

/** A scene whose `hook.run` sees each request. It can be set after the service is there. */
export async function openHooked(installation: Installation, inputs: Inputs, options: EmulatorOptions = {}) {
  const hook: { run: Hook } = { run: () => {} };
  const engine = { engine: "pulumi", stack: "dev", ...inputs };
  const onRequest = ({ method }: { readonly method: string }, phase: RequestPhase): void => hook.run(method, phase);
  const scene = await openEngineScene(installation, engine, { ...options, onRequest });
  return { scene, hook };
}

/** Kills an apply when the service has received or handled its `nth` write. Resolves with what it has put out. */
export async function killApply(
  { scene, hook }: Awaited<ReturnType<typeof openHooked>>,
  phase: RequestPhase,
  nth: number,
  environment: Inputs = {},
): Promise<Inputs> {
  const { child, ended } = await scene.start("apply", {}, environment);
  let seen = 0;
  hook.run = (method, now) => {
    if (method === "GET" || now !== phase) return;
    seen += 1;
    if (seen === nth) killTree(child.pid ?? 0);
  };
  const { outputs } = await ended();
  hook.run = () => {};
  return outputs;
}

/** A kill in each phase of each write. */
export function killsAt(writes: number): [phase: RequestPhase, nth: number][] {
  return (["received", "handled"] as const).flatMap((phase) =>
    Array.from({ length: writes }, (_, index): [RequestPhase, number] => [phase, index + 1]),
  );
}

/** What docs/engine.md says to do after a kill. */
export async function unlock({ variables, folder }: EngineScene): Promise<void> {
  const pulumi = path.join(repository, "test/engine/bin/pulumi");
  const words = ["cancel", "--yes", "--stack", "organization/projectsync/dev"];
  await promisify(execFile)(pulumi, words, { cwd: folder, env: { ...variables } });
}
