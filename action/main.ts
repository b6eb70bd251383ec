import { exitCodeAfter } from "../sync/run/stop.ts";
import { endProcess } from "../sync/run/end-process.ts";
import { useLittleMemory } from "../sync/run/heap-limits.ts";
import { runAction } from "./action.ts";
import { debug, log } from "./log.ts";

useLittleMemory();

// To cancel, GitHub sends SIGINT, 7.5 seconds later SIGTERM, and kills the process after another 2.5 seconds. Neither
// signal may end the process at once: a domain that is being moved must arrive, so running writes have 5 seconds.
const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort(signal));
stop.signal.addEventListener("abort", () => log("Stopping: no new write starts, running writes have 5 seconds."));

await runAction(process.env, stop.signal);
process.exitCode = exitCodeAfter(stop.signal, Number(process.exitCode ?? 0));
await endProcess(debug);
