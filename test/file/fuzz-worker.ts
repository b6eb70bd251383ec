import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";
import { readCorpus } from "./fuzz-corpus.ts";
import { MODES, wrongWith } from "./fuzz-check.ts";
import { inputOf } from "./fuzz-mutate.ts";

/* Takes the runs from a counter that all workers share, and writes down which one it is at: who hangs cannot say so. */

const data = z.object({
  seed: z.number(),
  runs: z.number(),
  worker: z.number(),
  shared: z.instanceof(SharedArrayBuffer),
});

const { seed, runs, worker, shared } = data.parse(workerData);
const counter = new Int32Array(shared);
const samples = await readCorpus();
for (;;) {
  const index = Atomics.add(counter, 0, 1);
  if (index >= runs) break;
  Atomics.store(counter, worker + 1, index + 1);
  const wrong = wrongWith(inputOf(samples, seed, index), MODES[index % 2] ?? "error");
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of this program, not a window
  if (wrong !== undefined) parentPort?.postMessage({ index, wrong });
}
Atomics.store(counter, worker + 1, 0);
