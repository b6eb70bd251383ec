import { variableNames } from "../provider/file/file-environment.ts";
import {
  CHECKPOINTS,
  ENGINES,
  parseStack,
  type Checkpoints,
  type EngineName,
  type StackName,
} from "../engine/settings.ts";
import { DEFAULT_WAIT_TIMEOUT, type DomainWait } from "../provider/resources/await-domains.ts";
import { PRUNE, type PlanOptions } from "../sync/plan/options.ts";
import {
  checkSettings,
  parseChoice,
  parseChoices,
  parseDeletionLimit,
  parseDomainWait,
  parseOnly,
  parseParallelism,
} from "../sync/settings.ts";

/** The options of `validate`, `plan`, `apply` and `drift` that are more than a word, as the user writes them. */
export interface ModeTexts {
  readonly allowEnv?: readonly string[];
  readonly prune?: readonly string[];
  readonly maxDeletes?: string;
  readonly only?: readonly string[];
  readonly parallelism?: string;
  readonly engine?: string;
  readonly stack?: string;
  readonly checkpoints?: string;
  /** `apply` only. */
  readonly waitForDomains?: string;
  /** `apply` only. */
  readonly waitTimeout?: string;
}

/** The same options, read. */
export interface ModeSettings extends PlanOptions {
  /** The only variables that files may read. */
  readonly allowEnv?: readonly string[];
  /** Requests at once. */
  readonly parallelism?: number;
  readonly engine: EngineName;
  /** Only with the engine pulumi. */
  readonly stack?: StackName;
  /** Only with the engine pulumi. */
  readonly checkpoints: Checkpoints;
  /** Default: do not wait. */
  readonly waitForDomains?: DomainWait | undefined;
}

/** Reads the options. Throws InvalidSettingsError with all that are invalid. */
export function readModeOptions({
  allowEnv,
  prune,
  maxDeletes,
  only,
  parallelism,
  engine,
  stack,
  checkpoints,
  waitForDomains = "none",
  waitTimeout = String(DEFAULT_WAIT_TIMEOUT),
}: ModeTexts): ModeSettings {
  const settings = {
    allowEnv: () => (allowEnv === undefined ? {} : { allowEnv: variableNames(allowEnv, "--allow-env") }),
    prune: () => (prune === undefined ? {} : { prune: parseChoices("--prune", prune, PRUNE) }),
    maxDeletes: () => (maxDeletes === undefined ? {} : { maxDeletes: parseDeletionLimit("--max-deletes", maxDeletes) }),
    only: () => (only === undefined ? {} : { only: parseOnly("--only", only) }),
    parallelism: () =>
      parallelism === undefined ? {} : { parallelism: parseParallelism("--parallelism", parallelism) },
    engine: () => ({ engine: parseChoice("--engine", engine ?? "direct", ENGINES) }),
    stack: () => (stack === undefined ? {} : { stack: parseStack("--stack", stack) }),
    checkpoints: () => ({ checkpoints: parseChoice("--checkpoints", checkpoints ?? "each", CHECKPOINTS) }),
    waitForDomains: () => ({
      waitForDomains: parseDomainWait(
        { name: "--wait-for-domains", text: waitForDomains },
        { name: "--wait-timeout", text: waitTimeout },
      ),
    }),
  };
  checkSettings(Object.values(settings));
  return {
    ...settings.allowEnv(),
    ...settings.prune(),
    ...settings.maxDeletes(),
    ...settings.only(),
    ...settings.parallelism(),
    ...settings.engine(),
    ...settings.stack(),
    ...settings.checkpoints(),
    ...settings.waitForDomains(),
  };
}
