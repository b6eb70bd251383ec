import { allowedVariables, type Environment } from "../../core/file/file-environment.ts";
import { type DomainWait } from "../../core/reconcile/await-domains.ts";
import { DEFAULT_WAIT_TIMEOUT, LONGEST_WAIT_TIMEOUT, WAIT_FOR } from "../../core/resources/wait-for.ts";
import {
  DEFAULT_FAIL_ON,
  FAIL_ON,
  type FailOn,
  DEFAULT_MAX_DELETES,
  LONGEST_PATTERN,
  PRUNE,
  type WriteLimit,
} from "../../core/plan/plan-options.ts";
import {
  DEFAULT_PARALLELISM,
  invalidSetting,
  parseChoice,
  parseParallelism,
  parseWhole,
  readEach,
  readSettings,
  refuseBroken,
} from "./parse-settings.ts";
import { ENGINES, parseStack, type EngineName } from "../engine/engine-settings.ts";

/** The settings of a run that the Action and the command line share, as the user writes them. `undefined`: not set. */
export interface RunTexts {
  readonly allowEnv?: readonly string[] | undefined;
  readonly prune?: readonly string[] | undefined;
  readonly maxDeletes?: string | undefined;
  readonly maxUpdates?: string | undefined;
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
  const {
    allowEnv,
    prune = [],
    only,
    organizations,
    stack,
    maxDeletes = String(DEFAULT_MAX_DELETES),
    maxUpdates,
  } = texts;
  const { parallelism = String(DEFAULT_PARALLELISM), engine = "direct" } = texts;
  const { failOn = DEFAULT_FAIL_ON, waitForDomains = "none", waitTimeout = String(DEFAULT_WAIT_TIMEOUT) } = texts;
  return {
    allowEnv: () => allowedVariables(allowEnv, nameOf("allow-env"), environment),
    prune: () => readEach(prune, (word) => parseChoice(nameOf("prune"), word, PRUNE)),
    maxDeletes: () => parseWriteLimit(nameOf("max-deletes"), maxDeletes),
    maxUpdates: () => (maxUpdates === undefined ? undefined : parseWriteLimit(nameOf("max-updates"), maxUpdates)),
    failOn: () => parseFailOn(nameOf("fail-on"), failOn),
    only: () => only && readEach(only, (pattern) => parsePattern(nameOf("only"), pattern.trim())),
    organizations: () =>
      organizations && readEach(organizations, (id) => parseOrganization(nameOf("organizations"), id.trim())),
    parallelism: () => parseParallelism(nameOf("parallelism"), parallelism),
    engine: () => parseChoice(nameOf("engine"), engine, ENGINES),
    stack: () => (stack === undefined ? undefined : parseStack(nameOf("stack"), stack)),
    waitForDomains: () => parseDomainWait(nameOf, waitForDomains, waitTimeout),
  };
}

/** A whole number such as `5`, a share such as `30%`, or both, in any order, with a comma between them. */
function parseWriteLimit(name: string, text: string): WriteLimit {
  const [first = "", second, ...more] = text.split(",").map((part) => part.trim());
  const parts = second === undefined ? [first] : [first, second];
  const [number] = parts.flatMap((part) => (/^\d{1,9}$/.test(part) ? [Number(part)] : []));
  const [percent] = parts.flatMap((part) => (/^\d{1,3}\s*%$/.test(part) ? [Number.parseInt(part, 10)] : []));
  const known = [number, percent].filter((each) => each !== undefined).length;
  if (known !== parts.length || more.length > 0 || (percent ?? 0) > 100)
    throw invalidSetting(name, text, "a whole number, a share from 0% to 100%, or both, such as 10,30%");
  return percent === undefined ? (number ?? 0) : { percent, number };
}

/** Some of the words, separated by commas or white space, or only `none`. */
function parseFailOn(name: string, texts: readonly string[]): readonly FailOn[] {
  const words = texts.flatMap((text) => text.toLowerCase().split(/[\s,]+/)).filter((word) => word !== "");
  if (words.length === 1 && words[0] === "none") return [];
  const known = words.flatMap((word) => FAIL_ON.filter((each) => each === word));
  if (words.length > 0 && known.length === words.length) return known;
  throw invalidSetting(name, texts.join(", "), `none, or a list of ${FAIL_ON.join(", ")}`);
}

function parsePattern(name: string, pattern: string): string {
  const isPattern = pattern !== "" && pattern.length <= LONGEST_PATTERN && !/^!|^(["']).*\1$/s.test(pattern);
  if (isPattern) return pattern;
  const what = "a key such as org_1/site, or a glob such as org_1/site/*";
  throw invalidSetting(name, pattern, pattern.startsWith("!") ? `${what}, and cannot exclude` : what);
}

function parseOrganization(name: string, id: string): string {
  if (/^[^\s/*!,"']+$/.test(id)) return id;
  throw invalidSetting(name, id, "the id of an organization, such as org_1, and no glob");
}

/** The aim of the wait, and its seconds. `undefined` for `none`. */
function parseDomainWait(nameOf: (setting: string) => string, status: string, timeout: string): DomainWait | undefined {
  const { waitFor, seconds } = readSettings({
    waitFor: () => parseChoice(nameOf("wait-for-domains"), status, ["none", ...WAIT_FOR]),
    seconds: () => parseWhole(nameOf("wait-timeout"), timeout, "a whole number of seconds", LONGEST_WAIT_TIMEOUT),
  });
  return waitFor === "none" ? undefined : { waitFor, timeout: seconds };
}

/** The settings of a run that depend on the engine. `undefined` or `false`: not set. */
interface EngineTexts {
  readonly engine: EngineName;
  readonly stack?: string | undefined;
  readonly only: readonly string[] | undefined;
  readonly rewriteSecrets: boolean;
}

/**
 * Refuses what the engine cannot do, instead of ignoring it. `nameOf` gives what the user calls a setting, such as `Input only`.
 * Throws InvalidSettingsError with all of it.
 */
export function checkEngine(texts: EngineTexts, nameOf: (setting: string) => string): void {
  const { engine, stack, only, rewriteSecrets } = texts;
  const isPulumi = engine === "pulumi";
  refuseBroken([
    [!isPulumi && stack !== undefined, `${nameOf("stack")} is only for engine pulumi.`],
    [
      isPulumi && stack === undefined,
      `${nameOf("stack")} is required with engine pulumi: the name of the Pulumi stack, such as dev.`,
    ],
    [
      isPulumi && only !== undefined,
      `${nameOf("only")} is not possible with engine pulumi: a stack is planned and applied as a whole. Use a stack for each part.`,
    ],
    [
      isPulumi && rewriteSecrets,
      `${nameOf("rewrite-secrets")} is not possible with engine pulumi. The stack knows which secrets changed, and sends those.`,
    ],
  ]);
}
