import { fork, type ChildProcess } from "node:child_process";
import { availableParallelism } from "node:os";
import { clearConfigured } from "../test/service-environment.ts";

// The processes inherit this environment.
clearConfigured();

/** Room for what lives short: with less, the collector takes a twentieth of the time. */
const NODE_OPTIONS = ["--max-semi-space-size=64"];

/**
 * Sends parts of the work to processes that answer each with one message, on all processors. Ends early when `take` returns
 * false.
 *
 * @param program The file that each process runs.
 * @param take Receives the answer for a part, in no particular order.
 */
export async function workOff<Part extends object>(
  program: string,
  parts: readonly Part[],
  take: (answer: unknown, part: Part) => boolean,
): Promise<void> {
  let next = 0;
  let goesOn = true;
  await Promise.all(Array.from({ length: Math.min(parts.length, availableParallelism()) }, work));

  async function work(): Promise<void> {
    const worker = fork(program, { execArgv: NODE_OPTIONS });
    try {
      for (let part = parts[next]; part !== undefined && goesOn; part = parts[next]) {
        next += 1;
        if (!take(await ask(worker, part), part)) goesOn = false;
      }
    } finally {
      if (worker.connected) worker.disconnect();
    }
  }
}

function ask(worker: ChildProcess, part: object): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const died = (code: number | null, signal: string | null): void =>
    reject(new Error(`A worker ended with ${code ?? signal} in ${JSON.stringify(part)}`));
  worker.once("exit", died);
  worker.once("message", (message) => {
    worker.off("exit", died);
    resolve(message);
  });
  worker.send(part);
  return promise;
}
