import { processesUnder } from "./processes-under.ts";

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
