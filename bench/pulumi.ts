import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { processesUnder } from "../test/engine/harness/processes-under.ts";
import { install, type Installation } from "../test/engine/harness/install.ts";
import { openStack, type Program, type Stack } from "../test/engine/harness/stack.ts";
import type { ManyProjects } from "../test/engine/programs/many-projects.ts";
import type { PlainProjects } from "../test/engine/programs/plain-provider.ts";
import { startService, type BenchService } from "./service.ts";
import { writeTable } from "./write-table.ts";

/*
 * Many projects on the real Pulumi engine: up from empty, a second up, refresh and destroy, with this provider, with a plain one that
 * sends one request for each step, and with one that sends nothing: the time of the engine alone. The emulator runs in processes of its
 * own and takes 20 ms for each answer. The three take turns at each step, so that a busy machine slows all of them.
 *
 *   node bench/pulumi.ts [--projects 100] [--children 5] [--checkpoints end|each] [--write]
 *
 * `--checkpoints`: `end` writes the state once, `each` after each step as Pulumi does by itself, which takes ten times as long.
 * `--write`: puts the figures in docs/performance.md. Needs Linux.
 */

const LATENCY_MS = 20;

const { values } = parseArgs({
  options: {
    projects: { type: "string", default: "100" },
    children: { type: "string", default: "5" },
    checkpoints: { type: "string", default: "end" },
    write: { type: "boolean", default: false },
  },
});
const projects = Number(values.projects);
const children = Number(values.children);
const objects = projects * (1 + 2 * children);

const environment: Program["environment"] =
  values.checkpoints === "end" ? { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" } : {};

type Name = "projectsync" | "plain" | "no requests";
const PROGRAMS: Readonly<Record<Name, Program>> = {
  projectsync: {
    file: "programs/many-projects.ts",
    parameters: { projects, children } satisfies ManyProjects,
    environment,
  },
  plain: {
    file: "programs/plain-provider.ts",
    parameters: { projects, children, isIdle: false } satisfies PlainProjects,
    environment,
  },
  "no requests": {
    file: "programs/plain-provider.ts",
    parameters: { projects, children, isIdle: true } satisfies PlainProjects,
    environment,
  },
};
const NAMES: readonly Name[] = ["projectsync", "plain", "no requests"];

const STEPS = [
  ["up from empty", (stack: Stack, program: Program) => stack.up(program)],
  ["up, no change", (stack: Stack, program: Program) => stack.up(program)],
  ["refresh", (stack: Stack) => stack.refresh()],
  ["destroy", (stack: Stack) => stack.destroy()],
] as const;

interface Contender extends AsyncDisposable {
  readonly name: Name;
  readonly service: BenchService;
  readonly stack: Stack;
}

interface Figures {
  readonly seconds: number;
  /** Of the engine, the program and the provider together. */
  readonly cpuSeconds: number;
  readonly requests: number;
  /** Bytes of the state for each object, after the step. */
  readonly bytes: number;
}

async function contender(name: Name, installation: Installation): Promise<Contender> {
  await using started = new AsyncDisposableStack();
  const service = started.use(await startService({ latencyMs: LATENCY_MS, catalogue: "emulator" }));
  const stack = started.use(await openStack(installation, service));
  const kept = started.move();
  return { name, service, stack, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}

async function measure(
  { name, service, stack }: Contender,
  run: (stack: Stack, program: Program) => ReturnType<Stack["up"]>,
): Promise<Figures> {
  await service.figures();
  const used = await processorSeconds();
  const began = performance.now();
  const reply = await run(stack, PROGRAMS[name]);
  const seconds = (performance.now() - began) / 1000;
  if (reply.failed) throw new Error(reply.text);
  const cpuSeconds = (await processorSeconds()) - used;
  const { requests, methods } = await service.figures();
  process.stdout.write(`${name}: ${JSON.stringify(methods)}\n`);
  return { seconds, cpuSeconds, requests, bytes: (await stack.state()).length / objects };
}

/** What the processes under this one have used, with those that ended, in seconds. Only one stack is at work at a time. */
async function processorSeconds(): Promise<number> {
  const [, ...pids] = processesUnder(process.pid);
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(endedMeanwhile)));
  return texts.reduce((sum, text) => sum + ticksIn(text), 0) / TICKS_A_SECOND;
}

const TICKS_A_SECOND = 100;

/** User and system time, of the process and of its children that ended. The name before may hold spaces. */
function ticksIn(text: string): number {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

/** `ps` itself is among the processes. */
function endedMeanwhile(error: unknown): string {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return ") ";
  throw error;
}

const HEAD = [
  "Run",
  "Provider",
  "Seconds",
  "Of plain",
  "CPU, seconds",
  "Of plain",
  "Requests",
  "For an object",
  "State, bytes",
];

function cells(step: string, name: Name, own: Figures, plain: Figures): string[] {
  return [
    step,
    name,
    own.seconds.toFixed(1),
    (own.seconds / plain.seconds).toFixed(2),
    own.cpuSeconds.toFixed(1),
    (own.cpuSeconds / plain.cpuSeconds).toFixed(2),
    String(own.requests),
    (own.requests / objects).toFixed(2),
    own.bytes.toFixed(0),
  ];
}

async function compare(contenders: readonly Contender[]): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [step, run] of STEPS) {
    const measured = new Map<Name, Figures>();
    for (const each of contenders) measured.set(each.name, await measure(each, run));
    const plain = measured.get("plain");
    if (plain === undefined) throw new Error("The plain provider was not measured.");
    for (const [name, own] of measured) {
      const row = cells(step, name, own, plain);
      process.stdout.write(`${row.join("  ")}\n`);
      rows.push(row);
    }
  }
  return rows;
}

await using installation = await install();
await using started = new AsyncDisposableStack();
const contenders: Contender[] = [];
for (const name of NAMES) contenders.push(started.use(await contender(name, installation)));
const rows = await compare(contenders);
if (values.write) {
  const how =
    `${LATENCY_MS} ms for each answer. ${objects} objects: ${projects} projects with ${children} components and ${children} domains ` +
    `each. One run each. ${values.checkpoints === "end" ? "The state is written once, at the end." : "The state is written at each step."}`;
  await writeTable({ bench: "bench/pulumi.ts", how, head: HEAD, rows, words: 2 });
}
