import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { once } from "node:events";
import { z } from "zod";

/*
 * Everything that must hold besides the tests of `npm test`, whose results are read from the file that is given. Every
 * check is run, also after one has failed. The last line has the true numbers of tests and checks.
 */

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** npm scripts. The engine tests need the engine and build the package by themselves. */
const CHECKS = [
  "types",
  "lint",
  "check:format",
  "check:unused",
  "check:direction",
  "check:bundle",
  "check:schema",
  "check:docs",
  "check:fuzz",
  "build",
  "check:package",
  "check:package-types",
  "engine",
  // Random runs under random faults: always the same ones here, so that a red gate is somebody's doing; others by hand.
  "faults -- --runs 10000 --seed 4242",
];

const resultsSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

async function runs(command: string, environment: Readonly<Record<string, string>> = {}): Promise<boolean> {
  const child = spawn(command, { shell: true, stdio: "inherit", env: { ...process.env, ...environment } });
  const [code]: unknown[] = await once(child, "exit");
  return code === 0;
}

/** Results of a run of vitest. No tests, or no results, is a failure and not an empty success. */
async function testResults(file: string): Promise<Counts> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
  const results = resultsSchema.parse(JSON.parse(text));
  const { numPassedTests: passed, numFailedTests: failed, numPendingTests, numTodoTests } = results;
  // A file that cannot be loaded fails the run without a failed test.
  return {
    passed,
    failed: failed === 0 && (!results.success || passed === 0) ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  };
}

const { positionals } = parseArgs({ allowPositionals: true });
const [unitResults = "", engineResults = ""] = positionals;
const counted: Counts[] = [await testResults(unitResults)];
for (const name of CHECKS) {
  const began = performance.now();
  const passed = await runs(`npm run -s ${name}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${passed ? "ok    " : "FAILED"} ${name} (${seconds} s)\n`);
  counted.push({ passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 });
}
await runs("vitest run --project engine", { TEST_RESULTS: engineResults });
counted.push(await testResults(engineResults));

const sum = (of: keyof Counts): number => counted.reduce((total, counts) => total + counts[of], 0);
process.stdout.write(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped\n`);
process.exitCode = sum("failed") === 0 ? 0 : 1;
