import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { z } from "zod";
import { add, type Tally } from "../test/faults/random/tally.ts";

/*
 * Plays random runs under random faults, on all processors. Ends with 1 at the first schedule with a violation, and prints
 * the command that replays it.
 */

/** Schedules in one part. Each part has its own seed, so the schedules do not depend on the number of processors. */
const PART = 100;
/** More than processors, because a worker also waits for files and sockets. */
const WORKERS = Math.ceil(availableParallelism() * 1.5);
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
let next = 0;
let failed = false;
let printedAt = began;

say(`${path === undefined ? runs : 1} schedules, seed ${seed}`);
await Promise.all(Array.from({ length: Math.min(parts.length, WORKERS) }, work));
for (const [name, times] of Object.entries(tally).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  say(`${String(times).padStart(9)}  ${name}`);
const seconds = (performance.now() - began) / 1000;
const played = tally["schedules"] ?? 0;
say(
  `${played} schedules in ${seconds.toFixed(1)} s (${(played / seconds).toFixed(1)} a second), seed ${seed}: ${failed ? "VIOLATED" : "nothing violated"}`,
);
process.exitCode = failed ? 1 : 0;

async function work(): Promise<void> {
  const worker = fork(fileURLToPath(new URL("../test/faults/random/worker.ts", import.meta.url)));
  try {
    for (let part = parts[next]; part !== undefined && !failed; part = parts[next]) {
      next += 1;
      const { tally: partTally, failure } = answer.parse(await ask(worker, part));
      add(tally, partTally);
      if (failure !== undefined) {
        failed = true;
        say(`${failure.message}\nReplay: npm run faults -- --seed ${failure.seed} --path ${failure.path}`);
      }
      if (performance.now() - printedAt < PROGRESS_INTERVAL) continue;
      printedAt = performance.now();
      say(`… ${tally["schedules"] ?? 0} schedules`);
    }
  } finally {
    if (worker.connected) worker.disconnect();
  }
}

function ask(worker: ChildProcess, part: object): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const died = (code: number | null, signal: string | null): void =>
    reject(new Error(`A worker ended with ${code ?? signal} in ${JSON.stringify(part)}`));
  worker.once("exit", died);
  worker.once("message", (message) => {
    worker.off("exit", died);
    resolve(message);
  });
  worker.send(part);
  return promise;
}

function asNumber(option: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${option} "${text}" is not a whole number`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
