import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { PROGRAM, runCommand, type CommandFigures } from "./command.ts";
import { median } from "./median.ts";
import { OBJECTS, writeScene, type SceneKind } from "./scene.ts";
import { startService, type BenchService, type ServiceFigures } from "./service.ts";

/*
 * This build beside another one and beside a loop that only reads, in one run: how near each comes to the limit, and the processor time of
 * each request. The builds take turns.
 *
 *   npm run build && node bench/compare.ts [--other FOLDER] [--runs 5] [--projects 100] [--connections 8] [--latency 20] [--most 1.5]
 *
 * FOLDER: a checkout of another commit, built. The loop above 1.35 times its limit says that the machine was busy. `--most`: fails if a step of
 * this build takes so many times what the loop takes, each by its limit.
 */

const { values } = parseArgs({
  options: {
    other: { type: "string" },
    runs: { type: "string", default: "5" },
    projects: { type: "string", default: "100" },
    connections: { type: "string", default: "8" },
    latency: { type: "string", default: "20" },
    most: { type: "string" },
  },
});
const runs = Number(values.runs);
const projects = Number(values.projects);
const connections = Number(values.connections);
const latencyMs = Number(values.latency);

const LOOP = path.join(import.meta.dirname, "programs", "bare-loop.ts");
/** Requests of the loop: as many as an apply needs. */
const READS = projects * (OBJECTS + 2) + 6;

interface Step {
  readonly name: string;
  readonly words: readonly string[];
  readonly scene: SceneKind;
  /** The requests of a run that wastes none, as in bench/run.ts. */
  readonly needed: number;
}

const STEPS: readonly Step[] = [
  { name: "apply", words: ["apply", "--yes"], scene: "declared", needed: READS },
  { name: "plan, no change", words: ["plan"], scene: "declared", needed: projects * 2 + 6 },
  {
    name: "destroy",
    words: ["apply", "--yes", "--prune", "all", "--max-deletes", "100%"],
    scene: "absent",
    needed: projects * (OBJECTS + 4) + 1,
  },
];

interface Sample {
  readonly command: CommandFigures;
  readonly service: ServiceFigures;
}

interface Build {
  readonly name: string;
  readonly program: string;
  readonly service: BenchService;
  readonly samples: Map<string, Sample[]>;
  /** Milliseconds of processor time of a run with one project. */
  readonly starts: number[];
}

const folder = await mkdtemp(path.join(tmpdir(), "projectsync-compare-"));

async function sample(build: Pick<Build, "program" | "service">, words: readonly string[]): Promise<Sample> {
  const command = await runCommand(words, folder, build.service, build.program);
  if (command.exitCode !== 0)
    throw new Error(`${words[0]} ended with ${command.exitCode}: ${command.stdout.slice(-500)}`);
  return { command, service: await build.service.figures() };
}

async function runAll({ samples, starts, ...build }: Build): Promise<void> {
  const limit = ["--parallelism", String(connections)];
  await writeScene(folder, 1, "declared");
  starts.push((await sample(build, ["plan", "*.yaml", ...limit])).command.cpuMs);
  for (const { name, words, scene } of STEPS) {
    await writeScene(folder, projects, scene);
    samples.set(name, [...(samples.get(name) ?? []), await sample(build, [...words, "*.yaml", ...limit])]);
  }
}

async function runLoop({ samples, starts, ...loop }: Build): Promise<void> {
  starts.push((await sample(loop, ["1", "1"])).command.cpuMs);
  samples.set("loop", [...(samples.get("loop") ?? []), await sample(loop, [String(READS), String(connections)])]);
}

/** How many times its limit a step takes. */
function overLimit(step: string, all: readonly Sample[]): number {
  const needed = STEPS.find((each) => each.name === step)?.needed ?? READS;
  return median(all.map(({ service }) => service.milliseconds)) / ((needed * latencyMs) / connections);
}

function print({ name, samples, starts }: Build): void {
  for (const [step, all] of samples) {
    const middle = (pick: (each: Sample) => number): number => median(all.map(pick));
    const requests = middle(({ service }) => service.requests);
    const cells = [
      name.padEnd(6),
      step.padEnd(16),
      `network/limit ${overLimit(step, all).toFixed(2)}`,
      `CPU/request ${((middle(({ command }) => command.cpuMs) - median(starts)) / requests).toFixed(3)} ms`,
      `requests ${requests}`,
      `seconds ${(middle(({ command }) => command.wallMs) / 1000).toFixed(2)}`,
      `peak ${(middle(({ command }) => command.peakKiB) / 1024).toFixed(0)} MiB`,
    ];
    process.stdout.write(`${cells.join("  ")}\n`);
  }
}

const build = async (name: string, program: string): Promise<Build> => ({
  name,
  program,
  service: await startService({ latencyMs }),
  samples: new Map(),
  starts: [],
});
const builds: Build[] = [await build("this", PROGRAM)];
if (values.other !== undefined)
  builds.push(
    await build("other", path.resolve(values.other, path.relative(path.join(import.meta.dirname, ".."), PROGRAM))),
  );
const loop = await build("bare", LOOP);
try {
  for (let run = 0; run < runs; run += 1) {
    for (const each of run % 2 === 0 ? builds : builds.toReversed()) await runAll(each);
    await runLoop(loop);
  }
  for (const each of [...builds, loop]) print(each);
  const bare = overLimit("loop", loop.samples.get("loop") ?? []);
  const slow = [...(builds[0]?.samples ?? [])].filter(
    ([step, all]) => overLimit(step, all) > Number(values.most) * bare,
  );
  for (const [step] of slow) process.stderr.write(`${step}: more than ${values.most} times what the loop takes\n`);
  if (slow.length > 0) process.exitCode = 1;
  process.stdout.write(
    `Node ${process.version}, ${projects} projects, ${connections} connections, ${latencyMs} ms, ${runs} runs\n`,
  );
} finally {
  for (const each of [...builds, loop]) await each.service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
}
