import { InvalidRequestError, messageOf } from "../provider/api/errors.ts";
import { LONGEST_WAIT_TIMEOUT, type DomainWait } from "../provider/resources/await-domains.ts";
import { WAIT_FOR } from "../provider/resources/domain-status.ts";
import { FAIL_ON, type FailOn } from "./plan/fail-on.ts";
import type { DeletionLimit } from "./plan/options.ts";

/*
 * Settings of a run that a user writes as text: inputs of the Action, options of the command line. `name` is what the user calls the
 * setting, such as `Input mode`. Each function throws InvalidRequestError with the name, the text, and what is allowed.
 */

/** Several settings are invalid. */
export class InvalidSettingsError extends InvalidRequestError {
  /** A message for each of them. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(" "));
    this.problems = problems;
  }
}

/** A function for each setting that reads it, or throws InvalidRequestError. */
type Parsers<Settings> = { readonly [Name in keyof Settings]: () => Settings[Name] };

/** Reads all settings. Throws InvalidSettingsError with what is wrong with each, so that a user sees all of it at once. */
export function readSettings<Settings extends object>(parsers: Parsers<Settings>): Settings;
export function readSettings(parsers: Parsers<Record<string, unknown>>): Record<string, unknown> {
  const readOne = ([name, parse]: readonly [string, () => unknown]) => [name, parse()] as const;
  return Object.fromEntries(readAll(Object.entries(parsers).map((entry) => () => readOne(entry))));
}

function readAll<Value>(parsers: readonly (() => Value)[]): Value[] {
  const problems: string[] = [];
  const values = parsers.flatMap((parse) => {
    try {
      return [parse()];
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      problems.push(...(error instanceof InvalidSettingsError ? error.problems : [messageOf(error)]));
      return [];
    }
  });
  if (problems.length > 0) throw new InvalidSettingsError(problems);
  return values;
}

/** Settings that are wrong together: whether they are, and what to say then. */
type Rule = readonly [isBroken: boolean, message: string];

/** Throws InvalidSettingsError with the messages of all broken rules. */
export function refuseBroken(rules: readonly Rule[]): void {
  const problems = rules.flatMap(([isBroken, message]) => (isBroken ? [message] : []));
  if (problems.length > 0) throw new InvalidSettingsError(problems);
}

/** One of some words, in any case. */
export function parseChoice<const Choice extends string>(
  name: string,
  text: string,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === text.trim().toLowerCase());
  if (chosen === undefined) throw invalid(name, text, `one of ${choices.join(", ")}`);
  return chosen;
}

/** Several of some words. Throws InvalidSettingsError for all that are not. */
export function parseChoices<const Choice extends string>(
  name: string,
  texts: readonly string[],
  choices: readonly Choice[],
): Choice[] {
  return readAll(texts.map((text) => () => parseChoice(name, text, choices)));
}

/** Some of the words, separated by commas or white space, or only `none`. */
export function parseFailOn(name: string, texts: readonly string[]): readonly FailOn[] {
  const words = texts.flatMap((text) => text.toLowerCase().split(/[\s,]+/)).filter((word) => word !== "");
  if (words.length === 1 && words[0] === "none") return [];
  const known = words.flatMap((word) => FAIL_ON.filter((each) => each === word));
  if (words.length > 0 && known.length === words.length) return known;
  throw invalid(name, texts.join(", "), `none, or a list of ${FAIL_ON.join(", ")}`);
}

/** A whole number such as `5`, or a share such as `30%` or `30 %`. */
export function parseDeletionLimit(name: string, text: string): DeletionLimit {
  const [, digits, sign] = /^(\d{1,9})\s*(%?)$/.exec(text.trim()) ?? [];
  const isShare = sign === "%";
  if (digits === undefined || (isShare && Number(digits) > 100)) {
    throw invalid(name, text, "a whole number, or a share from 0% to 100%");
  }
  return isShare ? { percent: Number(digits) } : Number(digits);
}

export const DEFAULT_PARALLELISM = 8;
const MOST_PARALLEL = 64;

/** The number of requests at once. */
export function parseParallelism(name: string, text: string): number {
  return parseWhole(name, text, "a whole number", MOST_PARALLEL);
}

/** What to wait for, and for how many seconds. `undefined` for `none`. Throws InvalidSettingsError with what is wrong with each. */
export function parseDomainWait(
  nameOf: (setting: string) => string,
  status: string,
  timeout: string,
): DomainWait | undefined {
  const { waitFor, seconds } = readSettings({
    waitFor: () => parseChoice(nameOf("wait-for-domains"), status, ["none", ...WAIT_FOR]),
    seconds: () => parseWhole(nameOf("wait-timeout"), timeout, "a whole number of seconds", LONGEST_WAIT_TIMEOUT),
  });
  return waitFor === "none" ? undefined : { waitFor, timeout: seconds };
}

/** A whole number from 1. `what`: the number with its unit, for the message. */
export function parseWhole(name: string, text: string, what: string, most: number): number {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  if (number < 1 || number > most) throw invalid(name, text, `${what} from 1 to ${most}`);
  return number;
}

/** Most characters of a key or a glob of keys. */
const LONGEST_PATTERN = 1000;

/** Keys or globs of keys. Throws InvalidSettingsError for all that are not. */
export function parseOnly(name: string, texts: readonly string[]): string[] {
  return readAll(
    texts.map((text) => () => {
      const pattern = text.trim();
      const isPattern = pattern !== "" && pattern.length <= LONGEST_PATTERN && !/^!|^(["']).*\1$/s.test(pattern);
      if (isPattern) return pattern;
      const what = "a key such as org_1/site, or a glob such as org_1/site/*";
      throw invalid(name, pattern, pattern.startsWith("!") ? `${what}, and cannot exclude` : what);
    }),
  );
}

/** Ids of organizations. Throws InvalidSettingsError for all that cannot be one. */
export function parseOrganizations(name: string, texts: readonly string[]): string[] {
  return readAll(
    texts.map((text) => () => {
      const id = text.trim();
      if (/^[^\s/*!,"']+$/.test(id)) return id;
      throw invalid(name, id, "the id of an organization, such as org_1, and no glob");
    }),
  );
}

function invalid(name: string, text: string, expected: string): InvalidRequestError {
  const hint = /^(["']).*\1$/s.test(text.trim()) ? " Write it without the quotes." : "";
  return new InvalidRequestError(`${name} must be ${expected}, not ${JSON.stringify(text.slice(0, 80))}.${hint}`);
}
