import type { Client } from "../api/client.ts";
import { StoppedError } from "../api/errors.ts";

/** Waits by the client's clock. False if the run is stopped meanwhile. */
export async function paused(client: Client, milliseconds: number, reason: string): Promise<boolean> {
  try {
    await client.pause(milliseconds, reason);
    return true;
  } catch (error) {
    if (error instanceof StoppedError) return false;
    throw error;
  }
}
