import * as core from "@actions/core";
import { messageOf } from "../provider/api/errors.ts";

/**
 * Runs an action that reports the run. If it fails, writes a warning and returns `undefined`: a report that cannot be
 * written does not change the result of the run. `what` starts the warning, such as `The summary`.
 */
export async function warnOnFailure<T>(what: string, action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    core.warning(`${what} could not be written: ${messageOf(error)}`);
    return undefined;
  }
}
