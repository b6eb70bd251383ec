import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { z } from "zod";
import { add, type Tally } from "../test/world/random/tally.ts";
import { workOff } from "./worker-pool.ts";

/*
 * Plays random runs under random faults, on all processors. Ends with 1 at the first schedule with a violation, and prints
 * the command that replays it.
 *
 *   --runs 200000           as many schedules. Default: 1,000
 *   --seed 1                these ones. Default: a random seed, which is printed
 *   --path 17:0:3           one schedule of the seed, as a violation names it
 */

/** Schedules in one part. Each part has its own seed, so the schedules do not depend on the number of processors. */
const PART = 100;
/** Milliseconds between two lines of progress. */
const PROGRESS_INTERVAL = 15_000;

const answer = z.object({
  tally: z.record(z.string(), z.number()),
  failure: z.object({ seed: z.number(), path: z.string(), message: z.string() }).optional(),
});

const { values } = parseArgs({
  options: { runs: { type: "string", default: "1000" }, seed: { type: "string" }, path: { type: "string" } },
});
const runs = asNumber("runs", values.runs);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : asNumber("seed", values.seed);
const { path } = values;

const parts = Array.from({ length: path === undefined ? Math.ceil(runs / PART) : 1 }, (_, index) => ({
  // Far apart, so that two calls with similar seeds share no part.
  seed: (seed + index * 1_000_003) % 2_147_483_647,
  runs: Math.min(PART, runs - index * PART),
  ...(path === undefined ? {} : { path }),
}));
const tally: Tally = {};
const began = performance.now();
let failed = false;
let printedAt = began;

say(`${path === undefined ? runs : 1} schedules, seed ${seed}`);
await workOff(fileURLToPath(new URL("../test/world/random/worker.ts", import.meta.url)), parts, (message) => {
  const { tally: partTally, failure } = answer.parse(message);
  add(tally, partTally);
  if (failure !== undefined) {
    failed = true;
    say(`${failure.message}\nReplay: npm run faults -- --seed ${failure.seed} --path ${failure.path}`);
  }
  if (performance.now() - printedAt >= PROGRESS_INTERVAL) {
    printedAt = performance.now();
    say(`… ${tally["schedules"] ?? 0} schedules`);
  }
  return !failed;
});
for (const [name, times] of Object.entries(tally).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  say(`${String(times).padStart(9)}  ${name}`);
const seconds = (performance.now() - began) / 1000;
const played = tally["schedules"] ?? 0;
say(
  `${played} schedules in ${seconds.toFixed(1)} s (${(played / seconds).toFixed(1)} a second), seed ${seed}: ${failed ? "VIOLATED" : "nothing violated"}`,
);
process.exitCode = failed ? 1 : 0;

function asNumber(option: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${option} "${text}" is not a whole number`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
