import type { Client } from "../provider/api/client.ts";
import { createRedaction } from "../provider/api/redaction.ts";
import type { ConnectOptions } from "../sync/connect.ts";
import { connectService, tokensIn } from "./connect-service.ts";
import type { Context } from "./context.ts";
import { createOutput } from "./output.ts";
import { showProgress } from "./show-progress.ts";
import { exitCodeOfSignal } from "./exit-code.ts";

/**
 * Runs a command that only reads from the service, and shows its progress. `use` calls `doneReading` before it prints anything.
 * `forMachines`: the reader of stdout is a program. A signal ends the command at once. Returns the exit code.
 */
export async function withClient(
  context: Context,
  forMachines: boolean,
  use: (client: Client, doneReading: () => void) => Promise<number>,
  options: Pick<ConnectOptions, "deadline" | "parallelism"> = {},
): Promise<number> {
  const { signal } = context;
  using progress = showProgress(context, createOutput(context), forMachines);
  progress.start();
  const client = connectService(context, createRedaction(tokensIn(context)), signal, {
    onWait: progress.wait,
    ...options,
  });
  try {
    return await use(client, progress.rest);
  } catch (error) {
    if (signal.aborted) return exitCodeOfSignal(signal.reason);
    throw error;
  } finally {
    await client.close();
  }
}
