import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { CORPUS, readCorpus } from "../test/file/fuzz-corpus.ts";
import { inputOf } from "../test/file/fuzz-mutate.ts";

/*
 * Reads mutated project files, as many as one likes, on all processors. Each has to end within a second, in 300 MB, with a file or with
 * problems that have a place. An input that does not is written to the corpus, and the exit code is 1.
 */

/** Megabytes of one reader's heap; all that it reads, makes and throws away is in it. */
const MOST_MEMORY = 300;
/** Milliseconds without an end after which a reader is given up; one that ends late says so by itself. */
const HANGS = 20_000;

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

/** Starts a reader, and another one in its place where it does not come to its end. */
async function watch(worker: number): Promise<void> {
  const reader = new Worker(new URL("../test/file/fuzz-worker.ts", import.meta.url), {
    workerData: { seed, runs, worker, shared },
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY },
  });
  const { promise: ended, resolve } = Promise.withResolvers<string | undefined>();
  reader.on("message", (message: unknown) => {
    const { index, wrong } = finding.parse(message);
    report(index, wrong);
  });
  reader.once("error", (error) => resolve(error instanceof Error ? error.message : String(error)));
  reader.once("exit", () => resolve(undefined));
  let at = 0;
  let since = performance.now();
  const clock = setInterval(() => {
    const now = Atomics.load(counter, worker + 1);
    if (now !== at) since = performance.now();
    at = now;
    if (at > 0 && performance.now() - since > HANGS) resolve("hangs");
  }, 500);
  const died = await ended;
  clearInterval(clock);
  await reader.terminate();
  if (died === undefined) return;
  report(Atomics.load(counter, worker + 1) - 1, died);
  await watch(worker);
}

function report(index: number, wrong: string): void {
  const name = `found-${seed}-${index}.input`;
  say(`FOUND in run ${index} of seed ${seed}: ${wrong}\n  written to test/file/corpus/${name}`);
  written.push(writeFile(path.join(CORPUS, name), inputOf(samples, seed, index)));
}

function asNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${option} takes a whole number`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
