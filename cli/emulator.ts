import { once } from "node:events";
import { readFaultSchedule } from "../emulator/faults/schedule.ts";
import { readSeed } from "../emulator/seed.ts";
import { startEmulator } from "../emulator/start.ts";
import type { Surroundings } from "./surroundings.ts";

interface Options {
  readonly port: number;
  readonly token?: string;
  /** The text of the seed file. */
  readonly seed?: string | undefined;
  /** The text of the file with the fault schedule. */
  readonly faults?: string | undefined;
  /** Milliseconds. */
  readonly latency: number;
}

/** Serves until the process is asked to stop. The first line is what scripts wait for. */
export async function serveEmulator(
  { port, token, seed, faults, latency }: Options,
  { stdout, signal }: Surroundings,
): Promise<void> {
  const schedule = faults === undefined ? {} : readFaultSchedule(parse("fault schedule", faults));
  await using emulator = await startEmulator({
    port,
    latencyMs: latency,
    faults: schedule,
    ...(token === undefined ? {} : { token }),
    ...(seed === undefined ? {} : { seed: readSeed(parse("seed", seed), schedule.service) }),
  });
  stdout.write(`listening on ${emulator.url}\n`);
  if (token === undefined) stdout.write(`its token is ${emulator.token}\n`);
  if (!signal.aborted) await once(signal, "abort");
}

function parse(document: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The ${document} is not JSON: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
