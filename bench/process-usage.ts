import { readFile } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import { processesUnder } from "../test/engine/harness/process-tree.ts";

const TICKS_A_SECOND = 100;
/** Milliseconds between two readings of memory. */
const INTERVAL = 1_000;

export interface Usage {
  /** Processor time of the processes, with those that ended, in seconds. */
  readonly cpuSeconds: number;
  /** The most memory that they had together at one reading. What they share counts more than once. */
  readonly peakMiB: number;
}

/** Runs `work`, and measures the processes under this one except `others`. Needs Linux. */
export async function measureProcesses<Result>(
  others: readonly number[],
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly usage: Usage }> {
  const before = await processorSeconds(others);
  let peakMiB = 0;
  const done = new AbortController();
  const watching = (async () => {
    while (!done.signal.aborted) {
      peakMiB = Math.max(peakMiB, await memoryMiB(others));
      await setTimeout(INTERVAL, undefined, { signal: done.signal }).catch(unlessAborted);
    }
  })();
  try {
    const result = await work();
    done.abort();
    await watching;
    return { result, usage: { cpuSeconds: (await processorSeconds(others)) - before, peakMiB } };
  } finally {
    done.abort();
  }
}

function unlessAborted(error: unknown): void {
  if (!(error instanceof Error && error.name === "AbortError")) throw error;
}

async function filesOf(others: readonly number[], file: string): Promise<string[]> {
  const [, ...pids] = processesUnder(process.pid);
  const measured = pids.filter((pid) => !others.includes(pid));
  const texts = await Promise.all(
    measured.map((pid) => readFile(`/proc/${pid}/${file}`, "utf8").catch(endedMeanwhile)),
  );
  return texts.filter((text) => text !== undefined);
}

async function processorSeconds(others: readonly number[]): Promise<number> {
  const texts = await filesOf(others, "stat");
  return texts.reduce((sum, text) => sum + ticksIn(text), 0) / TICKS_A_SECOND;
}

async function memoryMiB(others: readonly number[]): Promise<number> {
  const texts = await filesOf(others, "status");
  return texts.reduce((sum, text) => sum + Number(/^VmRSS:\s*(\d+) kB$/m.exec(text)?.[1] ?? 0), 0) / 1024;
}

/** User and system time, of the process and of its children that ended. The name before may hold spaces. */
function ticksIn(text: string): number {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

/** `ps` itself is among the processes. */
function endedMeanwhile(error: unknown): undefined {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH"))
    return undefined;
  throw error;
}
