import type { Redact } from "../../core/text/redaction.ts";
import type { AllowedVariables } from "../../core/file/file-environment.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import type { KindName } from "../../core/resources/kind.ts";
import type { PlannedWrites } from "../../core/resources/planned-writes.ts";
import type { Prune } from "../../core/plan/plan-options.ts";

/*
 * An engine that keeps a stack of its own, such as Pulumi's: what a run asks of it, and what it answers, as plain data. The
 * code that drives the engine is in engine/, and the entries pass it in.
 */

/**
 * The engine's action for one object of its stack, done or only planned.
 *
 * - `forget`: takes it out of the stack and keeps it at the service.
 * - `replace`: deletes it and creates it again.
 */
export interface EngineStep {
  readonly kind: KindName;
  /** The key of the object, as in a plan. */
  readonly key: string;
  readonly action: "create" | "update" | "delete" | "forget" | "replace" | "same";
  /** The service's id, if the object exists. */
  readonly id?: string;
  /** Paths of the declared settings that the stack has with another value, or not at all. Only for an update. */
  readonly settings: readonly string[];
  /** `planned`: of a preview, or started and not ended. */
  readonly status: "planned" | "done" | "failed";
  /** Why it failed. */
  readonly message?: string;
  /** It failed because the plan did not show it: nothing was sent. */
  readonly isRefused?: true;
}

/** The result of one operation of the engine. */
export interface EngineRun {
  /** One for each object that the engine reached. */
  readonly steps: readonly EngineStep[];
  /** Why the operation failed, if no step tells. */
  readonly error?: string;
}

export interface Engine extends AsyncDisposable {
  /** The name of the stack, for messages. */
  readonly stack: string;
  /** The preview of an update, against what is live. `undefined`: there is no such stack. */
  readonly preview: () => Promise<EngineRun | undefined>;
  /** Changes that were made outside of the stack. Writes nothing. `undefined`: there is no such stack. */
  readonly findDrift: () => Promise<EngineRun | undefined>;
  /**
   * Makes the planned writes, and refuses all others. Creates the stack if it does not exist. Calls `onStep` for each object
   * that is done or failed.
   */
  readonly update: (writes: PlannedWrites, onStep: (step: EngineStep) => void) => Promise<EngineRun>;
}

/** The files of the engine's stack. */
export interface StackFiles {
  /** Valid project files. */
  readonly files: readonly LoadedFile[];
  /** The folder that their names are relative to. */
  readonly folder: string;
  readonly prune: readonly Prune[];
  /** The only variables that the files may read. */
  readonly allowEnv?: AllowedVariables | undefined;
  /** For what the engine prints, before a line of it is taken. */
  readonly redact: Redact;
}

/**
 * Gets an engine ready. Rejects with InvalidRequestError if it is not installed. `stop` cancels the operation that runs, and
 * `giveUp` ends the wait for it.
 */
export type OpenEngine = (declared: StackFiles, signals: { stop: AbortSignal; giveUp: AbortSignal }) => Promise<Engine>;

/** The engine could not do what it was asked. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  readonly reason: "stack-locked" | "engine-failed";

  constructor(reason: EngineError["reason"], message: string, cause: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
