import type { ClientOptions } from "../api/client.ts";
import { isTransient, RefusedError } from "../api/errors.ts";
import { patientRun } from "./patience.ts";

/** Every check of a preview waits for this. */
const SILENCE = 10_000;

/** Statuses that show a wrong token or a wrong address. Behind a wrong address, an HTML page may answer 404 or 405. */
const WRONG: ReadonlySet<number> = new Set([401, 404, 405]);

/**
 * Asks the service once. Rejects if it does not answer, if it refuses the token, or if the address is not the service's. Any
 * other refusal shows that it is: a token may be allowed to see one organization only.
 */
export async function checkAccess(options: ClientOptions): Promise<void> {
  const run = patientRun(options, { subject: "the service", silence: SILENCE });
  try {
    await run({ method: "GET", path: "/v1/projects" }, (client) => client.checkAccess());
  } catch (error) {
    const isAnswer = error instanceof RefusedError && !WRONG.has(error.status);
    if (!isAnswer || isTransient(error)) throw error;
  }
}
