import { variableNames } from "../provider/file/file-environment.ts";
import { PRUNE, type PlanOptions } from "../sync/plan/options.ts";
import { checkSettings, parseChoices, parseDeletionLimit, parseOnly, parseParallelism } from "../sync/settings.ts";

/** The options of `validate`, `plan`, `apply` and `drift` that are more than a word, as the user writes them. */
export interface ModeTexts {
  readonly allowEnv?: readonly string[];
  readonly prune?: readonly string[];
  readonly maxDeletes?: string;
  readonly only?: readonly string[];
  readonly parallelism?: string;
}

/** The same options, read. */
export interface ModeSettings extends PlanOptions {
  /** The only variables that files may read. */
  readonly allowEnv?: readonly string[];
  /** Requests at once. */
  readonly parallelism?: number;
}

/** Reads the options. Throws InvalidSettingsError with all that are invalid. */
export function readModeOptions({ allowEnv, prune, maxDeletes, only, parallelism }: ModeTexts): ModeSettings {
  const settings = {
    allowEnv: () => (allowEnv === undefined ? {} : { allowEnv: variableNames(allowEnv, "--allow-env") }),
    prune: () => (prune === undefined ? {} : { prune: parseChoices("--prune", prune, PRUNE) }),
    maxDeletes: () => (maxDeletes === undefined ? {} : { maxDeletes: parseDeletionLimit("--max-deletes", maxDeletes) }),
    only: () => (only === undefined ? {} : { only: parseOnly("--only", only) }),
    parallelism: () =>
      parallelism === undefined ? {} : { parallelism: parseParallelism("--parallelism", parallelism) },
  };
  checkSettings(Object.values(settings));
  return {
    ...settings.allowEnv(),
    ...settings.prune(),
    ...settings.maxDeletes(),
    ...settings.only(),
    ...settings.parallelism(),
  };
}
