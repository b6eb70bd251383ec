import type { Client } from "../provider/api/client.ts";
import { createRedaction } from "../provider/api/redaction.ts";
import { connect } from "../sync/connect.ts";
import { exitCodeOfSignal } from "./exit-code.ts";
import type { Surroundings } from "./surroundings.ts";

/** Connects a command that only reads to the service. Asked to stop, it ends at once. Gives the exit code. */
export async function withClient(
  { environment, signal, trace }: Surroundings,
  use: (client: Client) => Promise<number>,
): Promise<number> {
  const { PROJECTSYNC_BASE_URL: baseUrl, PROJECTSYNC_TOKEN: token } = environment;
  const names = { baseUrl: "PROJECTSYNC_BASE_URL", token: "PROJECTSYNC_TOKEN" };
  const redaction = createRedaction(token === undefined ? [] : [token]);
  const client = connect({ baseUrl, token, names, environment, redaction, signal, trace });
  try {
    return await use(client);
  } catch (error) {
    if (signal.aborted) return exitCodeOfSignal(signal.reason);
    throw error;
  } finally {
    await client.close();
  }
}
