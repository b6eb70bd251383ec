import { cp } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { install, type Installation } from "../test/engine/harness/install.ts";
import { openStack, type Program, type Stack } from "../test/engine/harness/stack.ts";
import type { ManyProjects } from "./programs/many-projects.ts";
import type { PlainProjects } from "./programs/plain-provider.ts";
import { median } from "./median.ts";
import { measureProcesses } from "./process-usage.ts";
import { startService, type BenchService } from "./service.ts";
import { writeTable } from "./write-table.ts";

/*
 * Many projects on the real Pulumi engine: up from empty, a preview without changes, refresh and destroy, with this provider in both forms,
 * with a plain one that sends one request for each step, and with one that sends nothing: the time of the engine alone. Each with the state
 * saved at the end, and the first three also at each step, as Pulumi does by default. The emulator runs in processes of its own and
 * takes 20 ms for each answer. The contenders take turns at each step, so that a busy machine slows all of them.
 *
 *   node bench/pulumi.ts [--projects 100] [--children 5] [--runs 5] [--runs-each 1] [--write]
 *
 * `--runs-each`: runs that save at each step, which take several times as long. 0: none. `--write`: puts the figures in
 * docs/internals/performance.md. Needs Linux.
 */

const LATENCY_MS = 20;

const { values } = parseArgs({
  options: {
    projects: { type: "string", default: "100" },
    children: { type: "string", default: "5" },
    runs: { type: "string", default: "5" },
    "runs-each": { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});
const projects = Number(values.projects);
const children = Number(values.children);
const objects = projects * (1 + 2 * children);
const runs = Number(values.runs);
const runsEach = Number(values["runs-each"]);

type Provider = "projectsync" | "native" | "plain" | "no requests";
/** When Pulumi saves its state. `each`: at each step, its default. */
type Saving = "end" | "each";

function programOf(provider: Provider, saving: Saving): Program {
  const environment = saving === "end" ? { PULUMI_SKIP_CHECKPOINTS: "true" } : {};
  if (provider === "projectsync" || provider === "native") {
    const file = provider === "native" ? "programs/many-native.ts" : "programs/many-projects.ts";
    return { file, parameters: { projects, children } satisfies ManyProjects, environment };
  }
  const parameters = { projects, children, isIdle: provider === "no requests" } satisfies PlainProjects;
  return { file: "programs/plain-provider.ts", parameters, environment };
}

const STEPS = [
  ["up from empty", (stack: Stack, program: Program) => stack.up(program)],
  ["preview, no change", (stack: Stack, program: Program) => stack.preview(program)],
  ["refresh", (stack: Stack) => stack.refresh()],
  ["destroy", (stack: Stack) => stack.destroy()],
] as const;

interface Contender extends AsyncDisposable {
  readonly provider: Provider;
  readonly saving: Saving;
  readonly service: BenchService;
  readonly stack: Stack;
}

interface Figures {
  readonly seconds: number;
  /** The processor time of the engine, the program and the provider together. */
  readonly cpuSeconds: number;
  /** Their most memory together. */
  readonly peakMiB: number;
  readonly requests: number;
  /** Bytes of the state for each object, after the step. */
  readonly bytes: number;
}

async function contender(provider: Provider, saving: Saving, installation: Installation): Promise<Contender> {
  await using started = new AsyncDisposableStack();
  const service = started.use(await startService({ latencyMs: LATENCY_MS, catalogue: "emulator" }));
  const stack = started.use(await openStack(installation, service));
  services.push(service.pid);
  const kept = started.move();
  return { provider, saving, service, stack, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function measure(
  { provider, saving, service, stack }: Contender,
  run: (stack: Stack, program: Program) => ReturnType<Stack["up"]>,
): Promise<Figures> {
  await service.figures();
  const began = performance.now();
  const { result, usage } = await measureProcesses(services, () => run(stack, programOf(provider, saving)));
  const seconds = (performance.now() - began) / 1000;
  if (result.failed) throw new Error(result.text);
  const { requests } = await service.figures();
  return { seconds, ...usage, requests, bytes: (await stack.state()).length / objects };
}

/** The processes of the emulators. */
const services: number[] = [];
/** By step, provider and time of saving. */
const samples = new Map<string, Figures[]>();
const nameOf = (step: string, provider: Provider, saving: Saving): string => `${step}, ${provider}, ${saving}`;

async function race(saving: Saving, providers: readonly Provider[], installation: Installation): Promise<void> {
  await using started = new AsyncDisposableStack();
  const contenders: Contender[] = [];
  for (const provider of providers) contenders.push(started.use(await contender(provider, saving, installation)));
  for (const [step, run] of STEPS) {
    for (const each of contenders) {
      const name = nameOf(step, each.provider, saving);
      const figures = await measure(each, run);
      process.stdout.write(`${name}: ${figures.seconds.toFixed(1)} s, ${figures.requests} requests\n`);
      samples.set(name, [...(samples.get(name) ?? []), figures]);
    }
  }
}

const HEAD = [
  "Run",
  "Provider",
  "State saved",
  "Seconds",
  "Of plain",
  "Of plain by default",
  "CPU, seconds",
  "Peak, MiB",
  "Requests",
  "For an object",
  "State, bytes",
];

function rowsOf(step: string): string[][] {
  const middle = (provider: Provider, saving: Saving, figure: keyof Figures): number =>
    median((samples.get(nameOf(step, provider, saving)) ?? []).map((each) => each[figure]));
  const row = (provider: Provider, saving: Saving): string[] => {
    const seconds = middle(provider, saving, "seconds");
    const requests = middle(provider, saving, "requests");
    return [
      step,
      provider,
      saving === "end" ? "at the end" : "at each step",
      seconds.toFixed(1),
      (seconds / middle("plain", saving, "seconds")).toFixed(2),
      runsEach === 0 ? "" : (seconds / middle("plain", "each", "seconds")).toFixed(2),
      middle(provider, saving, "cpuSeconds").toFixed(1),
      middle(provider, saving, "peakMiB").toFixed(0),
      String(requests),
      (requests / objects).toFixed(2),
      middle(provider, saving, "bytes").toFixed(0),
    ];
  };
  return [
    row("projectsync", "end"),
    row("native", "end"),
    row("plain", "end"),
    row("no requests", "end"),
    ...(runsEach === 0 ? [] : [row("projectsync", "each"), row("native", "each"), row("plain", "each")]),
  ];
}

await using installation = await install();
await cp(join(import.meta.dirname, "programs"), join(installation.folder, "programs"), { recursive: true });
for (let run = 0; run < runs; run += 1)
  await race("end", ["projectsync", "native", "plain", "no requests"], installation);
for (let run = 0; run < runsEach; run += 1) await race("each", ["projectsync", "native", "plain"], installation);
const rows = STEPS.flatMap(([step]) => rowsOf(step));
for (const row of rows) process.stdout.write(`${row.join("  ")}\n`);
if (values.write) {
  const how =
    `${LATENCY_MS} ms for each answer. ${objects} objects: ${projects} projects with ${children} components and ${children} domains ` +
    `each. Medians of ${runs} runs; of ${runsEach} where the state is saved at each step.`;
  await writeTable({ bench: "bench/pulumi.ts", how, head: HEAD, rows, words: 3 });
}
