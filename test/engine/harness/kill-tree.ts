import { execFileSync } from "node:child_process";

/**
 * Kills a process and all that it started, at once. By their ids: Pulumi puts its plugins into groups of their own, and they
 * outlive it (observed).
 */
export function killTree(root: number): void {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const processes = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const found = [root];
  for (const parent of found) {
    for (const [pid = 0, of] of processes) if (of === parent) found.push(pid);
  }
  for (const pid of found) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // It has just ended.
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}
