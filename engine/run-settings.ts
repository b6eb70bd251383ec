import { allowedVariables, type Environment } from "../provider/file/file-environment.ts";
import { DEFAULT_WAIT_TIMEOUT } from "../provider/resources/await-domains.ts";
import { DEFAULT_FAIL_ON } from "../sync/plan/fail-on.ts";
import { DEFAULT_MAX_DELETES, PRUNE } from "../sync/plan/options.ts";
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
} from "../sync/settings.ts";
import { ENGINES, parseStack } from "./settings.ts";

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
  readonly waitForDomains?: string | undefined;
  readonly waitTimeout?: string | undefined;
}

/** A parser for each setting. `nameOf` gives what the user calls a setting, such as `Input only`. */
export function parsersOf(texts: RunTexts, nameOf: (setting: string) => string, environment: Environment) {
  const { allowEnv, prune = [], only, organizations, stack, maxDeletes = String(DEFAULT_MAX_DELETES) } = texts;
  const { parallelism = String(DEFAULT_PARALLELISM), engine = "direct" } = texts;
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
    waitForDomains: () => parseDomainWait(nameOf, waitForDomains, waitTimeout),
  };
}
