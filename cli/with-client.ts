import type { Client } from "../provider/api/client.ts";
import { createRedaction } from "../provider/api/redaction.ts";
import { connectService, tokensIn } from "./connect-service.ts";
import type { Context } from "./context.ts";
import { exitCodeOfSignal } from "./exit-code.ts";

/** Runs a command that only reads from the service. A signal ends it at once. Returns the exit code. */
export async function withClient(context: Context, use: (client: Client) => Promise<number>): Promise<number> {
  const { signal } = context;
  const client = connectService(context, createRedaction(tokensIn(context)), signal);
  try {
    return await use(client);
  } catch (error) {
    if (signal.aborted) return exitCodeOfSignal(signal.reason);
    throw error;
  } finally {
    await client.close();
  }
}
