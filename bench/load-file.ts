import { parse, parseDocument } from "yaml";
import { loadFile } from "../core/file/load-file.ts";

/*
 * How long a large project file takes, beside what the YAML library alone takes for the same text in the same run: the ratio is what one
 * can compare between machines.
 */

const LINES = 5000;
const ROUNDS = 15;

const text = largeFile();
const lines = text.split("\n").length - 1;
const options = { environment: {}, missingVariables: "error" } as const;
const { file, problems } = loadFile("large.yaml", text, options);
if (file === undefined) throw new Error(`the file of the benchmark is not valid: ${problems[0]?.message}`);

const first = once(() => loadFile("large.yaml", text, options));
const [load, document, data] = best([
  () => loadFile("large.yaml", text, options),
  () => parseDocument(text),
  () => parse(text),
]);
say(`a file of ${lines} lines, ${Math.round(text.length / 1024)} KiB, best and median of ${ROUNDS}`);
say(row("loaded and validated", load));
say(row("yaml: parseDocument", document));
say(row("yaml: parse", data));
say(`ratio to parseDocument  ${(load.best / document.best).toFixed(2)}`);
say(`ratio to parse          ${(load.best / data.best).toFixed(2)}`);
say(`the second time in a process, before it is compiled: ${first.toFixed(0)} ms`);

interface Times {
  readonly best: number;
  readonly median: number;
}

/** In turns, so that what else the machine does meets all of them. */
function best(tasks: readonly [() => unknown, () => unknown, () => unknown]): [Times, Times, Times] {
  const times: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, task] of tasks.entries()) times[index]?.push(once(task));
  const [a, b, c] = times.map((all) => all.toSorted((one, other) => one - other));
  return [summary(a), summary(b), summary(c)];
}

function summary(sorted: readonly number[] = []): Times {
  return { best: sorted[0] ?? Number.NaN, median: sorted[Math.floor(sorted.length / 2)] ?? Number.NaN };
}

/** Milliseconds of the processor: others may be using it. */
function once(task: () => unknown): number {
  const began = process.threadCpuUsage();
  task();
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

function row(what: string, { best, median }: Times): string {
  return `${what.padEnd(22)}  ${best.toFixed(1).padStart(7)} ms  ${median.toFixed(1).padStart(7)} ms`;
}

/** Rules, components, and domains in equal parts. */
function largeFile(): string {
  const head = ["version: 1", "project:", "  organization_id: org_1", "  slug: large", "  override_cache:"];
  const third = LINES / 3;
  const rules = Array.from({ length: third / 5 }, (_, index) => [
    `    - path: ^/assets/${index}/`,
    "      regex: true",
    "      ttl: 3600",
    "      swr: 60",
    `      rank: ${index + 1}`,
  ]).flat();
  const components = Array.from({ length: third / 5 }, (_, index) => [
    `  edgee/component-${index}:`,
    '    version: "1.2.0"',
    "    settings:",
    `      measurement_id: G-${index}`,
    "      sample_rate: 0.5",
  ]).flat();
  const domains = Array.from({ length: third }, (_, index) => `  - host-${index}.example.com`);
  return `${[...head, ...rules, "components:", ...components, "domains:", ...domains].join("\n")}\n`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
