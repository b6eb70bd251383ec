import { InvalidRequestError, messageOf } from "../../core/api/errors.ts";
import { quote } from "../../core/text/quoted.ts";

/*
 * Settings of a run that a user writes as text: inputs of the Action, options of the command line. `name` is what the user calls the
 * setting, such as `Input mode`. Each function throws InvalidRequestError with the name, the text, and what is allowed.
 */

export const DEFAULT_PARALLELISM = 8;

export class InvalidSettingsError extends InvalidRequestError {
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
  return Object.fromEntries(readEach(Object.entries(parsers), ([name, parse]) => [name, parse()] as const));
}

/** Reads each item. Throws InvalidSettingsError with what is wrong with all of them. */
export function readEach<Item, Value>(items: readonly Item[], parse: (item: Item) => Value): Value[] {
  const problems: string[] = [];
  const values = items.flatMap((item) => {
    try {
      return [parse(item)];
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
  if (chosen === undefined) throw invalidSetting(name, text, `one of ${choices.join(", ")}`);
  return chosen;
}

const MOST_PARALLEL = 64;

/** The number of requests at once. */
export function parseParallelism(name: string, text: string): number {
  return parseWhole(name, text, "a whole number", MOST_PARALLEL);
}

/** A whole number from 1. `what`: the number with its unit, for the message. */
export function parseWhole(name: string, text: string, what: string, most: number): number {
  const number = /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;
  if (number < 1 || number > most) throw invalidSetting(name, text, `${what} from 1 to ${most}`);
  return number;
}

export function invalidSetting(name: string, text: string, expected: string): InvalidRequestError {
  const hint = /^(["']).*\1$/s.test(text.trim()) ? " Write it without the quotes." : "";
  return new InvalidRequestError(`${name} must be ${expected}, not ${quote(text)}.${hint}`);
}
