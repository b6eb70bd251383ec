import { once } from "node:events";
import { readFaultSchedule } from "../emulator/faults/schedule.ts";
import { readSeed } from "../emulator/seed.ts";
import { startEmulator, type ProfileName } from "../emulator/start.ts";
import { checkToken } from "../core/api/base-url.ts";
import { MIN_SECRET } from "../core/text/redaction.ts";
import type { Context } from "./terminal.ts";
import { readTextFile } from "./write-files.ts";
import { codeOf, messageOf } from "../core/api/errors.ts";

export interface EmulatorCommandOptions {
  readonly port: number;
  readonly token?: string;
  readonly seed?: string;
  readonly faults?: string;
  readonly profile?: ProfileName;
  /** Milliseconds. */
  readonly latency: number;
}

/** Serves the emulator until the process is asked to stop. Scripts wait for the first line of its output. */
export async function emulatorCommand(
  { port, token, seed, faults, profile, latency }: EmulatorCommandOptions,
  { folder, stdout, signal }: Context,
): Promise<void> {
  // With another one, each client would refuse it.
  if (token !== undefined) {
    checkToken(token, "--token", `Use at least ${MIN_SECRET} printable ASCII characters, without spaces.`);
  }
  const [seedText, faultsText] = await Promise.all([
    seed === undefined ? undefined : readTextFile("Seed file", seed, folder),
    faults === undefined ? undefined : readTextFile("Fault schedule", faults, folder),
  ]);
  const schedule = faultsText === undefined ? {} : readFaultSchedule(parseJson("fault schedule", faultsText));
  await using emulator = await startEmulator({
    port,
    latencyMs: latency,
    faults: schedule,
    ...(profile === undefined ? {} : { profile }),
    ...(token === undefined ? {} : { token }),
    ...(seedText === undefined ? {} : { seed: readSeed(parseJson("seed", seedText), schedule.service) }),
  }).catch((error: unknown) => {
    if (codeOf(error) !== "EADDRINUSE") throw error;
    throw new Error(`Another program uses port ${port}. Choose another --port, or leave it out.`, { cause: error });
  });
  stdout.write(`listening on ${emulator.url}\n`);
  if (token === undefined) stdout.write(`token: ${emulator.token}\n`);
  if (!signal.aborted) await once(signal, "abort");
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
