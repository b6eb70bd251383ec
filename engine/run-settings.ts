import { allowedVariables, type AllowedVariables, type Environment } from "../provider/file/file-environment.ts";
import { DEFAULT_WAIT_TIMEOUT, type DomainWait } from "../provider/resources/await-domains.ts";
import { DEFAULT_FAIL_ON, type FailOn } from "../sync/plan/fail-on.ts";
import { DEFAULT_MAX_DELETES, PRUNE, type DeletionLimit, type Prune } from "../sync/plan/options.ts";
import {
  DEFAULT_PARALLELISM,
  parseChoice,
  parseChoices,
  parseDeletionLimit,
  parseDomainWait,
  parseFailOn,
  parseOnly,
  parseOrganizations,
  parseParallelism,
  type Parsers,
} from "../sync/settings.ts";
import { CHECKPOINTS, ENGINES, parseStack, type Checkpoints, type EngineName, type StackName } from "./settings.ts";

/** The settings of a run that the Action and the command line share, as the user writes them. `undefined`: not set. */
export interface RunTexts {
  readonly allowEnv?: readonly string[] | undefined;
  readonly prune?: readonly string[] | undefined;
  readonly maxDeletes?: string | undefined;
  readonly failOn?: readonly string[] | undefined;
  readonly only?: readonly string[] | undefined;
  readonly organizations?: readonly string[] | undefined;
  readonly parallelism?: string | undefined;
  readonly engine?: string | undefined;
  readonly stack?: string | undefined;
  readonly checkpoints?: string | undefined;
  readonly waitForDomains?: string | undefined;
  readonly waitTimeout?: string | undefined;
}

/** The same settings, read. */
export interface RunSettings {
  /** The only variables that files may read. Default: all but the tool's own. */
  readonly allowEnv: AllowedVariables | undefined;
  readonly prune: readonly Prune[];
  readonly maxDeletes: DeletionLimit;
  /** What fails a drift, and a plan that is asked for a detailed exit code. */
  readonly failOn: readonly FailOn[];
  /** Keys, or globs of keys, of the only objects to plan. Default: all. */
  readonly only: readonly string[] | undefined;
  /** Ids of the only organizations that files may declare. Default: any. */
  readonly organizations: readonly string[] | undefined;
  /** Requests at once. */
  readonly parallelism: number;
  readonly engine: EngineName;
  /** Only with the engine pulumi. */
  readonly stack: StackName | undefined;
  /** Only with the engine pulumi. */
  readonly checkpoints: Checkpoints;
  /** What an apply waits for. Default: nothing. */
  readonly waitForDomains: DomainWait | undefined;
}

/** A parser for each setting. `nameOf` gives what the user calls a setting, such as `Input only`. */
export function parsersOf(
  texts: RunTexts,
  nameOf: (setting: string) => string,
  environment: Environment,
): Parsers<RunSettings> {
  const { allowEnv, prune = [], only, organizations, stack, maxDeletes = String(DEFAULT_MAX_DELETES) } = texts;
  const { parallelism = String(DEFAULT_PARALLELISM), engine = "direct", checkpoints = "each" } = texts;
  const { failOn = DEFAULT_FAIL_ON, waitForDomains = "none", waitTimeout = String(DEFAULT_WAIT_TIMEOUT) } = texts;
  return {
    allowEnv: () => allowedVariables(allowEnv, nameOf("allow-env"), environment),
    prune: () => parseChoices(nameOf("prune"), prune, PRUNE),
    maxDeletes: () => parseDeletionLimit(nameOf("max-deletes"), maxDeletes),
    failOn: () => parseFailOn(nameOf("fail-on"), failOn),
    only: () => only && parseOnly(nameOf("only"), only),
    organizations: () => organizations && parseOrganizations(nameOf("organizations"), organizations),
    parallelism: () => parseParallelism(nameOf("parallelism"), parallelism),
    engine: () => parseChoice(nameOf("engine"), engine, ENGINES),
    stack: () => (stack === undefined ? undefined : parseStack(nameOf("stack"), stack)),
    checkpoints: () => parseChoice(nameOf("checkpoints"), checkpoints, CHECKPOINTS),
    waitForDomains: () => parseDomainWait(nameOf, waitForDomains, waitTimeout),
  };
}
