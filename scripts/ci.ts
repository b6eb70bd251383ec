import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";

/*
 * The gate, after `npm ci`: every step, or only those that are named. A failed step does not end it. Prints the seconds of
 * each step; the last line has the number of tests and checks.
 */

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Step {
  readonly name: string;
  /** Commands of npm, one after the other. */
  readonly commands: readonly string[];
  /** Whether they run tests, which are counted one by one. A step without tests counts as one check. */
  readonly tests?: true;
}

const script = (command: string): string => `npm run -s ${command}`;

const STEPS: readonly Step[] = [
  { name: "test", commands: ["npm test"], tests: true },
  { name: "types", commands: [script("types")] },
  { name: "lint", commands: [script("lint")] },
  { name: "format", commands: [script("check:format")] },
  { name: "unused", commands: [script("check:unused")] },
  { name: "direction", commands: [script("check:direction")] },
  { name: "bundle", commands: [script("check:bundle")] },
  { name: "schema", commands: [script("check:schema")] },
  { name: "docs", commands: [script("check:docs")] },
  {
    name: "package",
    commands: [
      script("build"),
      script("check:package"),
      script("check:package-types"),
      script("check:runtimes"),
      script("release:check"),
    ],
  },
  { name: "machines", commands: [script("test:machines")], tests: true },
  // The same inputs and schedules each time, so that a red gate was caused by a change. `npm run test:seeds` plays others.
  { name: "faults", commands: [script("faults -- --runs 600 --seed 4242")] },
  // Every single fault, and a share of the pairs. The nightly workflow plays others.
  { name: "pairs", commands: [script("faults:exhaustive -- --every 600 --seed 42")] },
  { name: "engine", commands: [script("test:engine")], tests: true },
];

/** A shell that is configured for a service, a stack and a proxy: no test may see it. Nothing listens at port 1. */
const CONFIGURED_SHELL: Readonly<Record<string, string>> = {
  PROJECTSYNC_BASE_URL: "http://127.0.0.1:1",
  PROJECTSYNC_TOKEN: "token-of-the-shell",
  PULUMI_BACKEND_URL: "http://127.0.0.1:1",
  GITHUB_API_URL: "http://127.0.0.1:1",
  HTTPS_PROXY: "http://127.0.0.1:1",
  HTTP_PROXY: "http://127.0.0.1:1",
};

const resultsSchema = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

const { values, positionals } = parseArgs({ allowPositionals: true, options: { list: { type: "boolean" } } });
const unknown = positionals.filter((name) => !STEPS.some((step) => step.name === name));
if (values.list === true) {
  for (const { name, commands } of STEPS) say(`${name.padEnd(10)} ${commands.join(" && ")}`);
} else if (unknown.length > 0) {
  process.stderr.write(
    `Unknown step: ${unknown.join(", ")}. The steps are ${STEPS.map(({ name }) => name).join(", ")}.\n`,
  );
  process.exitCode = 1;
} else {
  await play(STEPS.filter(({ name }) => positionals.length === 0 || positionals.includes(name)));
}

async function play(steps: readonly Step[]): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-ci-"));
  const counted: Counts[] = [];
  const lines: string[] = [];
  try {
    for (const step of steps) {
      say(`\n--- ${step.name}: ${step.commands.join(" && ")}`);
      const began = performance.now();
      const counts = await countsOf(step, path.join(folder, `${step.name}.json`));
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const line = `${counts.failed === 0 ? "ok    " : "FAILED"} ${step.name.padEnd(10)} ${seconds.padStart(6)} s`;
      say(line);
      counted.push(counts);
      lines.push(line);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const sum = (of: keyof Counts): number => counted.reduce((total, counts) => total + counts[of], 0);
  if (lines.length > 1) say(`\n${lines.join("\n")}`);
  say(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
  process.exitCode = sum("failed") === 0 ? 0 : 1;
}

async function countsOf({ commands, tests }: Step, results: string): Promise<Counts> {
  const isDone = await runsAll(commands, tests === true ? { ...CONFIGURED_SHELL, TEST_RESULTS: results } : {});
  if (tests === undefined) return { passed: isDone ? 1 : 0, failed: isDone ? 0 : 1, skipped: 0 };
  const counts = await testResults(results);
  // A test file that cannot be loaded, or an error outside of tests, fails the run without a failed test.
  return { ...counts, failed: counts.failed === 0 && !isDone ? 1 : counts.failed };
}

async function runsAll(commands: readonly string[], environment: Readonly<Record<string, string>>): Promise<boolean> {
  for (const command of commands) {
    if (!(await runs(command, environment))) return false;
  }
  return true;
}

async function runs(command: string, environment: Readonly<Record<string, string>>): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: "inherit", env: { ...process.env, ...environment } });
  const [code]: unknown[] = await once(child, "exit");
  return code === 0;
}

/** The results of a run of vitest. No tests, or no results, is a failure. */
async function testResults(file: string): Promise<Counts> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    say("There are no test results.");
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const { numPassedTests: passed, ...results } = resultsSchema.parse(JSON.parse(text));
  const failed = passed + results.numFailedTests === 0 ? 1 : results.numFailedTests;
  return { passed, failed, skipped: results.numPendingTests + results.numTodoTests };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
