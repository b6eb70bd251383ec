import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { CORPUS, readCorpus } from "../test/file/fuzz-corpus.ts";
import { inputOf } from "../test/file/fuzz-mutate.ts";
import { messageOf } from "../provider/api/errors.ts";

/*
 * Loads mutated project files, on all processors. Each load must end within a second and 300 MB, with a file or with
 * problems that have a position. An input that breaks this is written to the corpus, and the exit code is 1.
 */

/** Heap of one worker, in megabytes. */
const HEAP_LIMIT = 300;
/** Milliseconds after which a worker that still loads the same input is ended. A load that only takes long reports itself. */
const HANG_LIMIT = 20_000;

const finding = z.object({ index: z.number(), wrong: z.string() });

const { values } = parseArgs({
  options: { runs: { type: "string", default: "50000" }, seed: { type: "string" }, workers: { type: "string" } },
});
const runs = asNumber("runs", values.runs);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : asNumber("seed", values.seed);
const workers = values.workers === undefined ? availableParallelism() : asNumber("workers", values.workers);

const samples = await readCorpus();
const shared = new SharedArrayBuffer(4 * (workers + 1));
const counter = new Int32Array(shared);
const began = performance.now();
const written: Promise<void>[] = [];

say(`${runs} inputs from ${samples.length} samples, seed ${seed}`);
await Promise.all(Array.from({ length: workers }, (_, worker) => watch(worker)));
await Promise.all(written);
const seconds = (performance.now() - began) / 1000;
say(
  `${runs} inputs in ${seconds.toFixed(1)} s, seed ${seed}: ${written.length === 0 ? "nothing found" : `${written.length} FOUND`}`,
);
process.exitCode = written.length === 0 ? 0 : 1;

/** Starts a worker, and replaces it if it crashes or hangs. */
async function watch(worker: number): Promise<void> {
  const thread = new Worker(new URL("../test/file/fuzz-worker.ts", import.meta.url), {
    workerData: { seed, runs, worker, shared },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT },
  });
  const { promise: ended, resolve } = Promise.withResolvers<string | undefined>();
  thread.on("message", (message: unknown) => {
    const { index, wrong } = finding.parse(message);
    report(index, wrong);
  });
  thread.once("error", (error) => resolve(messageOf(error)));
  thread.once("exit", () => resolve(undefined));
  let current = 0;
  let since = performance.now();
  const timer = setInterval(() => {
    const now = Atomics.load(counter, worker + 1);
    if (now !== current) since = performance.now();
    current = now;
    if (current > 0 && performance.now() - since > HANG_LIMIT) resolve("hangs");
  }, 500);
  const crash = await ended;
  clearInterval(timer);
  await thread.terminate();
  if (crash === undefined) return;
  report(Atomics.load(counter, worker + 1) - 1, crash);
  await watch(worker);
}

function report(index: number, wrong: string): void {
  const name = `found-${seed}-${index}.input`;
  say(`FOUND in run ${index} of seed ${seed}: ${wrong}\n  written to test/file/corpus/${name}`);
  written.push(writeFile(path.join(CORPUS, name), inputOf(samples, seed, index)));
}

function asNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${option} "${text}" is not a whole number`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
