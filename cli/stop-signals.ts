import { readFileSync } from "node:fs";

/** The signals that stop a run. A terminal that closes sends SIGHUP. */
export function stopSignals(): readonly NodeJS.Signals[] {
  return ignoresHangUp() ? ["SIGINT", "SIGTERM"] : ["SIGINT", "SIGTERM", "SIGHUP"];
}

/** Whether the process was started to ignore SIGHUP, as by nohup: a listener would undo that. Only Linux tells. */
function ignoresHangUp(): boolean {
  if (process.platform !== "linux") return true;
  try {
    const [, ignored = "1"] = /^SigIgn:\s*[0-9a-f]*([0-9a-f])$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    return Number.parseInt(ignored, 16) % 2 === 1;
  } catch {
    // It cannot be known.
    return true;
  }
}
