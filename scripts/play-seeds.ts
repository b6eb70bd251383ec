import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { glob } from "tinyglobby";
import { z } from "zod";

/*
 * Plays every random test with fresh seeds, round after round, until the time is over: the tests that use fast-check and the
 * random fault schedules. Prints each seed. Ends with 1 at the first failure, with the command that replays it.
 */

/** In one round: about a minute on two cores. */
const SCHEDULES = 1000;

const LARGEST_SEED = 999_999_999;

/** All but those that need the engine. */
const PROJECTS = ["unit", "slow", "machines"].flatMap((name) => ["--project", name]);

const resultsSchema = z.object({ testResults: z.array(z.object({ name: z.string(), status: z.string() })) });

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "30" }, seed: { type: "string" } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`--minutes "${values.minutes}" is not a number above 0`);
if (values.seed !== undefined && !/^\d{1,9}$/.test(values.seed)) {
  throw new Error(`--seed "${values.seed}" is not a whole number of at most 9 digits`);
}

const files = await testsWithFastCheck();
const folder = await mkdtemp(path.join(tmpdir(), "projectsync-seeds-"));
const until = performance.now() + minutes * 60_000;
let played = 0;
let replay: string | undefined;
// The first round is played to its end, whatever the time.
let seed = values.seed === undefined ? freshSeed() : Number(values.seed);
try {
  do {
    replay = await playRound(seed);
    played += 1;
    seed = freshSeed();
  } while (replay === undefined && performance.now() < until);
} finally {
  await rm(folder, { recursive: true });
}
say(replay === undefined ? `${played} rounds played, nothing failed` : `FAILED. Replay: ${replay}`);
process.exitCode = replay === undefined ? 0 : 1;

/** Plays all random tests with one seed. Returns the command that replays what failed. */
async function playRound(seed: number): Promise<string | undefined> {
  say(`\n=== seed ${seed}: ${files.length} test files with fast-check, ${SCHEDULES} fault schedules`);
  const results = path.join(folder, "results.json");
  const tests = ["vitest", "run", ...PROJECTS, "--reporter", "dot", ...files];
  const environment = { TEST_SEED: String(seed), TEST_ROUNDS: "all" };
  if (!(await runs([...tests, "--reporter", "json", "--outputFile.json", results], environment))) {
    return `TEST_SEED=${seed} TEST_ROUNDS=all npx vitest run ${(await failedFiles(results)).join(" ")}`;
  }
  const command = `faults -- --runs ${SCHEDULES} --seed ${seed}`;
  return (await runs(["npm", "run", "-s", ...command.split(" ")], {})) ? undefined : `npm run ${command}`;
}

async function testsWithFastCheck(): Promise<readonly string[]> {
  const found = await glob("test/**/*.test.ts", { ignore: "test/engine/**" });
  const texts = await Promise.all(found.map((file) => readFile(file, "utf8")));
  return found.filter((_file, index) => texts[index]?.includes('from "fast-check"') === true).toSorted();
}

/** The test files that failed; all of them where there are no results. */
async function failedFiles(results: string): Promise<readonly string[]> {
  const { testResults } = resultsSchema.parse(JSON.parse(await readFile(results, "utf8")));
  const failed = testResults.filter(({ status }) => status !== "passed").map(({ name }) => path.relative("", name));
  return failed.length === 0 ? files : failed;
}

async function runs(
  [program = "", ...words]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<boolean> {
  const child = spawn(program, words, { stdio: "inherit", env: { ...process.env, ...environment } });
  const [code]: unknown[] = await once(child, "exit");
  return code === 0;
}

function freshSeed(): number {
  return Math.floor(Math.random() * LARGEST_SEED);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
