import { once } from "node:events";
import { readFaultSchedule } from "../emulator/faults/schedule.ts";
import { readSeed } from "../emulator/seed.ts";
import { startEmulator } from "../emulator/start.ts";
import { isTemperamentName, temperaments } from "../emulator/temperament/bundles.ts";
import { readTemperament } from "../emulator/temperament/read-temperament.ts";
import type { Temperament } from "../emulator/temperament/temperament.ts";
import type { Context } from "./context.ts";
import { readTextFile } from "./read-text-file.ts";
import { messageOf } from "../provider/api/errors.ts";

export interface EmulatorCommandOptions {
  readonly port: number;
  readonly token?: string;
  /** Path of the seed file. */
  readonly seed?: string;
  /** Path of the file with the fault schedule. */
  readonly faults?: string;
  /** The name of a temperament, or the path of a file with one. */
  readonly temperament?: string;
  /** Milliseconds. */
  readonly latency: number;
}

/** Serves the emulator until the process is asked to stop. Scripts wait for the first line of its output. */
export async function emulatorCommand(
  { port, token, seed, faults, temperament, latency }: EmulatorCommandOptions,
  { folder, stdout, signal }: Context,
): Promise<void> {
  const [seedText, faultsText, habits] = await Promise.all([
    seed === undefined ? undefined : readTextFile("Seed file", seed, folder),
    faults === undefined ? undefined : readTextFile("Fault schedule", faults, folder),
    temperament === undefined ? {} : temperamentFrom(temperament, folder),
  ]);
  const schedule = faultsText === undefined ? {} : readFaultSchedule(parseJson("fault schedule", faultsText));
  await using emulator = await startEmulator({
    port,
    latencyMs: latency,
    faults: schedule,
    temperament: habits,
    ...(token === undefined ? {} : { token }),
    ...(seedText === undefined ? {} : { seed: readSeed(parseJson("seed", seedText), schedule.service) }),
  });
  stdout.write(`listening on ${emulator.url}\n`);
  if (token === undefined) stdout.write(`token: ${emulator.token}\n`);
  if (!signal.aborted) await once(signal, "abort");
}

/** A name wins over a file of the same name; `./name` is the file. */
async function temperamentFrom(nameOrFile: string, folder: string): Promise<Temperament> {
  if (isTemperamentName(nameOrFile)) return readTemperament(nameOrFile);
  const text = await readTextFile("Temperament", nameOrFile, folder).catch((error: unknown) => {
    throw new Error(`${messageOf(error)}. It is neither a file nor one of ${Object.keys(temperaments).join(", ")}`, {
      cause: error,
    });
  });
  return readTemperament(parseJson("temperament", text));
}

function parseJson(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The ${what} is not JSON: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
