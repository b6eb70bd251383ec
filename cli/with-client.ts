import type { Client } from "../core/api/client.ts";
import { createRedaction, type Redaction } from "../core/text/redaction.ts";
import { connectRun, type ConnectOptions } from "../sync/run/connect.ts";
import { showProgress } from "../sync/report/progress.ts";
import { type Context, isTerminal } from "./terminal.ts";
import { exitCodeOfSignal } from "./exit-code.ts";
import { createOutput, type Output } from "./output.ts";
import { tokensIn } from "./tokens.ts";

/** Creates the client for the service that the environment names. `signal` aborts all calls. */
export function connectService(
  { environment, trace, clock }: Pick<Context, "environment" | "trace" | "clock">,
  redaction: Redaction,
  signal: AbortSignal,
  options: Partial<Pick<ConnectOptions, "onWait" | "parallelism" | "deadline">> = {},
): Client {
  const { PROJECTSYNC_BASE_URL: baseUrl, PROJECTSYNC_TOKEN: token } = environment;
  const names = { baseUrl: "PROJECTSYNC_BASE_URL", token: "PROJECTSYNC_TOKEN" };
  return connectRun({ baseUrl, token, names, environment, redaction, signal, trace, clock, ...options });
}

/**
 * Shows on stderr how far a run is. `forMachines`: the reader is a program, so only a terminal shows it. With `--verbose` each request is
 * shown instead.
 */
export function progressOn({ stderr, trace, clock }: Context, output: Output, forMachines: boolean) {
  const isShown = trace === undefined && (isTerminal(stderr) || !forMachines);
  return showProgress(isShown ? (line) => output.note(line) : undefined, clock);
}

/**
 * Reads from the service, and shows the progress. `forMachines`: the reader of stdout is a program. A signal ends it at once: then it
 * resolves with the exit code. `redaction`: default: it knows the tokens.
 */
export async function readService<T extends object>(
  context: Context,
  forMachines: boolean,
  read: (client: Client) => Promise<T>,
  options: Pick<ConnectOptions, "deadline" | "parallelism"> = {},
  redaction = createRedaction(tokensIn(context)),
): Promise<T | number> {
  const { signal } = context;
  using progress = progressOn(context, createOutput(context), forMachines);
  progress.start();
  const client = connectService(context, redaction, signal, {
    onWait: progress.wait,
    ...options,
  });
  try {
    const found = await read(client);
    return signal.aborted ? exitCodeOfSignal(signal.reason) : found;
  } catch (error) {
    if (signal.aborted) return exitCodeOfSignal(signal.reason);
    throw error;
  } finally {
    await client.close();
  }
}
