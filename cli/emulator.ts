import { once } from "node:events";
import { readSeed, type Seed } from "../emulator/seed.ts";
import { startEmulator } from "../emulator/start.ts";
import type { Surroundings } from "./surroundings.ts";

interface Options {
  readonly port: number;
  readonly token?: string;
  /** The text of the seed file. */
  readonly seed?: string | undefined;
  /** Milliseconds. */
  readonly latency: number;
}

/** Serves until the process is asked to stop. The first line is what scripts wait for. */
export async function serveEmulator(
  { port, token, seed, latency }: Options,
  { stdout, signal }: Surroundings,
): Promise<void> {
  await using emulator = await startEmulator({
    port,
    latencyMs: latency,
    ...(token === undefined ? {} : { token }),
    ...(seed === undefined ? {} : { seed: parseSeed(seed) }),
  });
  stdout.write(`listening on ${emulator.url}\n`);
  if (token === undefined) stdout.write(`its token is ${emulator.token}\n`);
  if (!signal.aborted) await once(signal, "abort");
}

function parseSeed(text: string): Seed {
  return readSeed(JSON.parse(text));
}
