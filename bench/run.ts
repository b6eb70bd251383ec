import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runCommand, type CommandFigures } from "./command.ts";
import { median } from "./median.ts";
import { plot } from "./plot.ts";
import { OBJECTS, writeScene, type SceneKind } from "./scene.ts";
import { startService, type BenchService, type ServiceFigures } from "./service.ts";
import { writeTable } from "./write-table.ts";

/*
 * Plan, apply and destroy of many projects with the built command line, against the emulator in a process of its own that takes 20 ms
 * for each answer. The limit for N requests is N × latency / connections: how near a run comes to it can be compared between machines.
 * N is what a run needs that looks before and after it writes, not what this run sent: a wasted request makes the ratio worse.
 *
 *   npm run build && node bench/run.ts [--quick] [--write] [--runs 5] [--projects 10,100,1000] [--connections 10,50]
 *
 * `--quick`: one run of 10 and 100 projects with 10 connections, under a minute. `--write`: puts the figures in docs/internals/performance.md.
 */

const LATENCY_MS = 20;
const ROOT = path.join(import.meta.dirname, "..");
const PLOT = path.join(ROOT, "docs", "internals", "performance.svg");

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    runs: { type: "string" },
    projects: { type: "string" },
    connections: { type: "string" },
  },
});
const runs = Number(values.runs ?? (values.quick ? 1 : 5));
const sizes = numbers(values.projects ?? (values.quick ? "10,100" : "10,100,1000"));
const connections = numbers(values.connections ?? (values.quick ? "10" : "10,50"));

interface Step {
  readonly name: string;
  readonly words: readonly string[];
  readonly scene: SceneKind;
  /** The requests of a run that wastes none: one for each object to write, and two lists of each project each time it is read. */
  readonly needed: (projects: number) => number;
}

/** The lists of components and of domains of a project. */
const LOOK = 2;
/** The list of projects, and the components of the catalogue. */
const COMMON = 6;
const ALL = ["--max-deletes", "100%"] as const;
const STEPS: readonly Step[] = [
  { name: "plan from empty", words: ["plan"], scene: "declared", needed: () => COMMON },
  {
    name: "apply",
    words: ["apply", "--yes"],
    scene: "declared",
    needed: (projects) => projects * (OBJECTS + LOOK) + COMMON,
  },
  { name: "plan, no change", words: ["plan"], scene: "declared", needed: (projects) => projects * LOOK + COMMON },
  { name: "plan, 1 % drift", words: ["plan"], scene: "drifted", needed: (projects) => projects * LOOK + COMMON },
  {
    name: "destroy",
    words: ["apply", "--yes", "--prune", "all", ...ALL],
    scene: "absent",
    needed: (projects) => projects * (OBJECTS + 2 * LOOK) + 1,
  },
];

interface Sample {
  readonly command: CommandFigures;
  readonly service: ServiceFigures;
}

export interface Row {
  readonly step: string;
  readonly projects: number;
  readonly connections: number;
  readonly wallMs: number;
  /** From the first request to the last answer: without the start of the program. */
  readonly networkMs: number;
  /** The least time for the needed requests. */
  readonly limitMs: number;
  readonly requests: number;
  readonly needed: number;
  readonly inFlight: number;
  readonly cpuMs: number;
  readonly peakMiB: number;
}

async function measure(projects: number, limit: number): Promise<Row[]> {
  await using service = await startService({ latencyMs: LATENCY_MS });
  const samples = new Map<string, Sample[]>();
  for (let run = 0; run < runs; run += 1) {
    for (const step of STEPS) {
      const sample = await once(step, projects, limit, service);
      samples.set(step.name, [...(samples.get(step.name) ?? []), sample]);
    }
  }
  return STEPS.map((step) => {
    const row = summary(step, projects, limit, samples.get(step.name) ?? []);
    process.stdout.write(`${cells(row).join("  ")}\n`);
    return row;
  });
}

async function once(
  { name, words, scene }: Step,
  projects: number,
  limit: number,
  service: BenchService,
): Promise<Sample> {
  await writeScene(folder, projects, scene);
  const command = await runCommand([...words, "*.yaml", "--parallelism", String(limit)], folder, service);
  if (command.exitCode !== 0) throw new Error(`${name} ended with ${command.exitCode}: ${command.stdout.slice(-500)}`);
  return { command, service: await service.figures() };
}

function summary(step: Step, projects: number, limit: number, samples: readonly Sample[]): Row {
  const middle = (pick: (sample: Sample) => number): number => median(samples.map(pick));
  const needed = step.needed(projects);
  return {
    step: step.name,
    projects,
    connections: limit,
    wallMs: middle(({ command }) => command.wallMs),
    networkMs: middle(({ service }) => service.milliseconds),
    limitMs: (needed * LATENCY_MS) / limit,
    requests: middle(({ service }) => service.requests),
    needed,
    inFlight: middle(({ service }) => service.heldMs / service.milliseconds),
    cpuMs: middle(({ command }) => command.cpuMs),
    peakMiB: middle(({ command }) => command.peakKiB / 1024),
  };
}

const HEAD = [
  "Run",
  "Projects",
  "Connections",
  "Seconds",
  "Network, seconds",
  "Limit, seconds",
  "Ratio",
  "Requests",
  "Needed",
  "In flight",
  "CPU, seconds",
  "Peak, MiB",
];

function cells(row: Row): string[] {
  const seconds = (milliseconds: number): string => (milliseconds / 1000).toFixed(2);
  return [
    row.step,
    String(row.projects),
    String(row.connections),
    seconds(row.wallMs),
    seconds(row.networkMs),
    seconds(row.limitMs),
    (row.networkMs / row.limitMs).toFixed(2),
    String(row.requests),
    String(row.needed),
    row.inFlight.toFixed(1),
    seconds(row.cpuMs),
    row.peakMiB.toFixed(0),
  ];
}

async function write(): Promise<void> {
  await writeTable({
    bench: "bench/run.ts",
    how: `${LATENCY_MS} ms for each answer. ${runs === 1 ? "One run each." : `Medians of ${runs} runs.`}`,
    head: HEAD,
    rows: rows.map(cells),
  });
  await writeFile(PLOT, plot(rows));
}

function numbers(text: string): number[] {
  return text.split(",").map(Number);
}

const rows: Row[] = [];
const folder = await mkdtemp(path.join(tmpdir(), "projectsync-bench-"));
try {
  for (const projects of sizes) {
    for (const limit of connections) rows.push(...(await measure(projects, limit)));
  }
} finally {
  await rm(folder, { recursive: true });
}
if (values.write) await write();
