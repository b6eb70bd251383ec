import { execFileSync } from "node:child_process";

/** A process and all processes that it started, and they, deepest last. The engine starts its plugins in groups of their own. */
export function processesUnder(root: number): number[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const all = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const parent of found) for (const [pid = 0, of] of all) if (of === parent) found.push(pid);
  return found;
}

/** Kills a process and all that it started, at once. By their ids: Pulumi's plugins outlive their groups (observed). */
export function killTree(root: number): void {
  for (const pid of processesUnder(root)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It has just ended.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}
