import type { Step } from "./step.ts";

/**
 * - `done`: the service shows it, or answered the write.
 * - `partial`: something was written, and the object is not as declared, or lost a value that is not declared.
 * - `failed`: the write was never sent, or the service refused it.
 * - `unknown`: the write was sent, and it is not certain that the object is now as declared.
 * - `not-started`: something that the write needs was not done, or the run was stopped.
 */
export const STATUSES = ["done", "partial", "failed", "unknown", "not-started"] as const;
export type Status = (typeof STATUSES)[number];

export interface ObjectOutcome {
  readonly status: Status;
  readonly id?: string | undefined;
  /** Why it is not done. */
  readonly error?: Error | undefined;
  /** The fields that still differ after an update. */
  readonly left?: Step | undefined;
  /** Sentences for the user. */
  readonly notes: readonly string[];
}
