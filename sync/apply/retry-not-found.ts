import type { Client } from "../../provider/api/client.ts";
import { isNotFound } from "../../provider/api/errors.ts";
import { READ_DELAYS } from "../../provider/resources/settle.ts";

/**
 * Runs a write below a project. If this run just created the project, the service may not find it at once: then "not found"
 * means that nothing was done, and the write is tried again within the settle window.
 */
export async function retryWhileNotFound<T>(
  client: Client,
  { isNew }: { readonly isNew: boolean },
  write: () => Promise<T>,
): Promise<T> {
  for (const delay of READ_DELAYS.slice(1)) {
    try {
      return await write();
    } catch (error) {
      if (!isNew || !isNotFound(error)) throw error;
      await client.pause(delay, "for the service to find a new project");
    }
  }
  return write();
}
