import { readFile } from "node:fs/promises";
import { processesUnder } from "../test/engine/harness/processes-under.ts";

const TICKS_A_SECOND = 100;

/** Processor time of the processes under this one, with those that ended, in seconds. Needs Linux. */
export async function processorSeconds(): Promise<number> {
  const [, ...pids] = processesUnder(process.pid);
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(endedMeanwhile)));
  return texts.reduce((sum, text) => sum + ticksIn(text), 0) / TICKS_A_SECOND;
}

/** User and system time, of the process and of its children that ended. The name before may hold spaces. */
function ticksIn(text: string): number {
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

/** `ps` itself is among the processes. */
function endedMeanwhile(error: unknown): string {
  if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ESRCH")) return ") ";
  throw error;
}
