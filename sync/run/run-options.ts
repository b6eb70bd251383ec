import type { Client } from "../../core/api/client.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import type { AllowedVariables, Environment } from "../../core/file/file-environment.ts";
import type { DomainWait } from "../../core/reconcile/await-domains.ts";
import type { ItemOutcome } from "../report/item-outcome.ts";
import type { OpenEngine } from "../engine/engine.ts";
import type { loadFiles, LoadedFiles, FilesLocation } from "./load-files.ts";
import type { FailOn, PlanOptions } from "../../core/plan/plan-options.ts";
import type { Plan } from "../../core/plan/plan.ts";
import type { ReviewedPlan } from "../../core/plan/reviewed-plan.ts";
import type { SavedPlan } from "../../core/plan/saved-plan.ts";
import type { Progress } from "../report/progress.ts";
import type { Mode, Report } from "../report/report.ts";
import type { Sweep } from "./sweep.ts";

/** The settings of a run, and who hears of it. */
export interface RunOptions extends PlanOptions, FilesLocation {
  readonly mode: Mode;
  /** `drift` only: what its result counts as drift besides a difference. Default: DEFAULT_FAIL_ON. */
  readonly failOn?: readonly FailOn[] | undefined;
  /** `apply` only: refuse changes that this saved plan does not show. Default: none. */
  readonly savedPlan?: SavedPlan | undefined;
  /** `apply` only: refuse changes that were not reviewed. Default: none. */
  readonly reviewedPlan?: ReviewedPlan | undefined;
  /** `apply` only: wait for the status of the declared domains, also if nothing changed. Default: do not wait. */
  readonly waitForDomains?: DomainWait | undefined;
  /** Mode `sweep`, which needs it: what to remove. Not with an engine. */
  readonly sweep?: Sweep | undefined;
  /** Paths and globs of project files, relative to `folder`. */
  readonly patterns: readonly string[];
  /** Loads the files. Tests that run the same files often pass one that keeps them. Default: reads them each time. */
  readonly load?: ((...given: Parameters<typeof loadFiles>) => Promise<LoadedFiles>) | undefined;
  /** The environment of the process. Files may read its variables (core/file/file-environment.ts). */
  readonly environment: Environment;
  /** The only variables that files may read. Default: all but the tool's own. */
  readonly allowEnv?: AllowedVariables | undefined;
  /** Plans and applies through a stack of its own. `validate` does not need it. Default: directly. */
  readonly engine?: OpenEngine | undefined;
  /** Called at most once, and only in modes that need the service. */
  readonly connect: (redaction: Redaction, abortSignal: AbortSignal) => Client;
  /** The token: never shown, and no file may read it. Secrets of the files and of the catalogue are added to it. */
  readonly secrets: readonly string[];
  /** Receives each further secret before any text that could hold it is shown. */
  readonly onSecrets?: (values: readonly string[]) => void;
  /** Stops the run: no new write starts, running ones have 5 seconds, and the report says what became of each. */
  readonly signal?: AbortSignal;
  /** `apply` and `sweep` only: receives the report so far, with the plan, before anything is written. Not called if the plan is refused. */
  readonly onPlan?: (report: Report) => void;
  /** `apply` and `sweep` only: asks the user, after `onPlan`, if the plan has something to write. Default: not asked. */
  readonly confirm?: ((plan: Plan) => Promise<boolean>) | undefined;
  /** Receives, before the first request, what the files read of the environment, as lines of describeVariables. */
  readonly onVariables?: (lines: readonly string[]) => void;
  readonly onOutcome?: (outcome: ItemOutcome) => void;
  readonly onProgress?: (progress: Progress) => void;
}
