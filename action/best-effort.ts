import * as core from "@actions/core";

/** What only reports a run must not change how it ended: where it does not succeed there is a warning, and no result. */
export async function bestEffort<T>(what: string, action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    core.warning(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
