import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { judge, shownSecrets, type Allowed, type Declared } from "./oracle.ts";
import type { Product } from "./product.ts";
import { faultOf, reportIn } from "./scenes/life.ts";
import { ran } from "./scenes/pinned.ts";
import { startService, type Habits, type LabService, type Row, type Store } from "./service.ts";

/* Plays one scene: a service, maybe a gateway before it, an apply, what the oracle finds, and a second run without faults. */

export interface Gate {
  url: string;
  /** For the product: the variables of a proxy, for example. */
  env?: Record<string, string>;
  /** What is wrong in the eyes of the gateway: a request too many, for example. */
  faults?: () => string[];
  secrets?: readonly string[];
  close: () => Promise<void>;
}

export interface Scene {
  name: string;
  /** What it shows, in a few words; with what commit eb3175f1 does. */
  fault: string;
  declared: readonly Declared[];
  habits?: Habits;
  gateway?: (options: { port: number; folder: string }) => Promise<Gate>;
  seed?: (service: LabService) => void;
  args?: readonly string[];
  /** How often it is applied while the faults are there. */
  applies?: number;
  /** Milliseconds between two of them. */
  between?: number;
  allowed?: Allowed;
  /** Nothing but `done` is right after the last apply. */
  expect?: "done";
  /** The outcome that each object has that is not done. */
  not?: RegExp;
  /** What the output has to say, or must not. */
  says?: RegExp;
  /** Seconds that a run may take; 150 without it. */
  limit?: number;
  /** How many requests may arrive at most. */
  atMost?: number;
  /** No run without faults follows: nothing can be written at all. */
  ends?: true;
}

export interface Verdict {
  said: string;
  stored: string;
  faults: string[];
  /** All that was printed. */
  output: string;
}

const LIMIT = 150;

export async function play(scene: Scene, product: Product, folder: string): Promise<Verdict> {
  mkdirSync(folder, { recursive: true });
  const files = scene.declared.map((declared, index) => {
    const file = `site-${index + 1}.yaml`;
    writeFileSync(join(folder, file), `${JSON.stringify(declared, null, 2)}\n`);
    return file;
  });
  await using stack = new AsyncDisposableStack();
  const service = await startService(scene.habits);
  stack.defer(service.close);
  scene.seed?.(service);
  const gate = await scene.gateway?.({ port: service.port, folder });
  if (gate !== undefined) stack.defer(gate.close);

  const faults: string[] = [];
  let said = "";
  let printed = "";
  const projectsync = async (
    url: string,
    ...args: string[]
  ): Promise<ReturnType<typeof ran> extends Promise<infer T> ? T : never> => {
    const env = { ...gate?.env, NO_COLOR: "1", PROJECTSYNC_BASE_URL: url, PROJECTSYNC_TOKEN: service.token };
    const result = await ran([...product.command, ...args, ...(scene.args ?? []), ...files], {
      cwd: folder,
      env,
      limit: scene.limit ?? LIMIT,
    });
    printed += result.output;
    faults.push(...shownSecrets(result.output, [service.token, ...(gate?.secrets ?? [])]));
    return result;
  };
  const apply = async (
    url: string,
    scene: Pick<Scene, "allowed">,
  ): Promise<{ code: number | null; output: string }> => {
    const before = service.store();
    const arrived = service.log.length;
    const { code, output, stdout } = await projectsync(url, "apply", "--yes", "--json");
    const report = reportIn(stdout);
    const run = { report, code, output, before, after: service.store(), log: service.log.slice(arrived) };
    faults.push(...judge(run, declared, { ...scene, prune }));
    const counts = Object.entries((report as { outcomeCounts?: Row } | undefined)?.outcomeCounts ?? {});
    said += `${said === "" ? "" : "; "}${code} ${counts
      .filter(([, count]) => count !== 0)
      .map(([status, count]) => `${String(count)} ${status}`)
      .join(" ")}`;
    return { code, output };
  };
  const { declared } = scene;
  const prune = scene.args?.includes("--prune") ?? false;
  const url = gate?.url ?? service.url;
  for (let count = 1; count <= (scene.applies ?? 1); count += 1) {
    if (count > 1 && scene.between !== undefined) await new Promise((resolve) => setTimeout(resolve, scene.between));
    const { code, output } = await apply(url, scene);
    if (scene.says !== undefined && !scene.says.test(output)) faults.push(`does not say ${String(scene.says)}`);
    if (scene.not?.test(output) === true) faults.push(`says ${scene.not.exec(output)?.[0]}`);
    if (scene.expect === "done" && code !== 0 && count === (scene.applies ?? 1))
      faults.push(`not done: exit code ${code}`);
  }
  if (scene.atMost !== undefined && service.log.length > scene.atMost) faults.push(`${service.log.length} requests`);
  faults.push(...(gate?.faults?.() ?? []));
  const stored = countsOf(service.store());
  if (scene.ends !== true && !said.includes("null")) {
    await service.heal();
    await apply(service.url, {});
    const empty = faultOf(await projectsync(service.url, "plan", "--detailed-exitcode"));
    if (empty !== undefined) faults.push(`the next plan is not empty: ${empty}`);
  }
  return { said, stored, faults: [...new Set(faults)], output: printed };
}

const countsOf = ({ projects, components, domains }: Store): string =>
  `${projects.length} p, ${components.length} c, ${domains.length} d`;
