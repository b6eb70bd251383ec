import { z } from "zod";
import { startEmulator, type EmulatorOptions, type ObservedRequest, type RequestPhase } from "../../emulator/start.ts";
import { checkOut } from "../action/service.ts";
import { startCli, type CliResult } from "../cli/run-cli.ts";

/** Milliseconds in which a signal, and what was sent before it came, arrives. */
const UNDER_WAY = 500;

interface Case {
  /** The command. All project files of the folder follow it. */
  readonly words: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly service?: EmulatorOptions;
  /** Variables of the process, besides those of the service. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Sent as soon as `when` is seen. */
  readonly signal: NodeJS.Signals;
  readonly when: (request: ObservedRequest, phase: RequestPhase) => boolean;
}

interface Stopped extends CliResult {
  /** Milliseconds from the signal to the end. */
  readonly took: number;
  /** All writes, and those that were sent after the signal, as `METHOD path`. */
  readonly writes: readonly string[];
  readonly late: readonly string[];
}

/** A run that gets a signal at one of its requests. */
export async function stoppedRun({ words, files, service, environment: own, signal, when }: Case): Promise<Stopped> {
  const signalled = Promise.withResolvers<number>();
  await using emulator = await startEmulator({
    ...service,
    onRequest: (request, phase) => {
      if (when(request, phase)) signalled.resolve(Date.now());
    },
  });
  await using checkout = await checkOut(files);
  const environment = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token, ...own };
  const { child, ended: whenEnded } = startCli([...words, "*.yaml"], environment, checkout.folder);
  const end = whenEnded();
  const at = await Promise.race([signalled.promise, end.then(() => undefined)]);
  if (at === undefined) throw new Error(`It ended before the signal: ${(await end).stderr}`);
  child.kill(signal);
  const ended = await end;
  const took = Date.now() - at;
  const writes = emulator.requests().filter(({ method }) => method !== "GET");
  const name = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
  return {
    ...ended,
    took,
    writes: writes.map(name),
    late: writes.filter((write) => write.receivedAt > at + UNDER_WAY).map(name),
  };
}

/** How often each status is in what `--json` prints. */
export function statuses({ stdout }: CliResult): Readonly<Record<string, number>> {
  const { items } = printed.parse(JSON.parse(stdout));
  const names = items.flatMap(({ status }) => status ?? []);
  return Object.fromEntries(names.map((name) => [name, names.filter((other) => other === name).length]));
}

const printed = z.object({ items: z.array(z.object({ status: z.string().optional() })) });
