import picomatch from "picomatch";
import { InvalidRequestError } from "../api/errors.ts";
import { GLOB_RULES } from "../text/glob-rules.ts";
import { createRedaction } from "../text/redaction.ts";
import { isContinuousIntegration } from "./continuous-integration.ts";
import { quote } from "../text/quoted.ts";

/** Variables by name, like `process.env`. The caller passes it in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The value that a project file finds under the name of a variable. `refused`: why it must not read it, and what to do. */
export type FoundVariable =
  | { readonly value: string }
  | { readonly missing: "unset" | "empty" }
  | { readonly refused: string };

/** The only variables that project files may read. */
export interface AllowedVariables {
  /** The user's name for the setting that lists them, for messages. */
  readonly setting: string;
  /** Names, and globs of names such as `SITE_*`. */
  readonly patterns: readonly string[];
}

/** Rules for the environment: which variables project files may read. */
export interface VariableRules {
  /** Tokens of the run. A variable that holds one of them or one of the environment's, in any usual encoding, is refused. Default: none. */
  readonly tokens?: readonly string[] | undefined;
  /** The only variables that files may read. Default: all but the tool's own. */
  readonly allowEnv?: AllowedVariables | undefined;
}

/** The tokens of the default account and of each profile. */
export function tokensIn(environment: Environment): string[] {
  return Object.entries(environment).flatMap(([name, value]) => (TOKEN.test(name) && value ? [value] : []));
}

/** Finds the variables that a project file names. The file's author may be another person than the one who set them. */
export function variableFinder(
  environment: Environment,
  { tokens = [], allowEnv }: VariableRules,
): (name: unknown) => FoundVariable {
  const holdsToken = tokenTest([...tokens, ...tokensIn(environment)]);
  const isListed = picomatch([...(allowEnv?.patterns ?? [])], GLOB_RULES);
  return (name) => {
    if (typeof name !== "string" || !VARIABLE_NAME.test(name)) {
      const rule = "at most 255 letters, digits and _, not beginning with a digit";
      return { refused: `must be the name of an environment variable: ${rule}` };
    }
    if (TOKEN.test(name) || OWN.test(name))
      return { refused: `project files cannot read ${name}; use another variable` };
    if (allowEnv !== undefined && !isListed(name)) {
      const reason = `${allowEnv.setting} does not list ${name}`;
      return { refused: `${reason}, so project files cannot read it; add it there, or remove it here` };
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined || value === "") return { missing: value === undefined ? "unset" : "empty" };
    if (holdsToken(value)) {
      return { refused: `environment variable ${name} holds the token of this run; project files cannot read it` };
    }
    // Node.js puts this character in the place of bytes that are not UTF-8.
    if (value.includes("\uFFFD"))
      return { refused: `environment variable ${name} has bytes that are not UTF-8; set it in UTF-8` };
    return { value };
  };
}

/**
 * Reads the setting that lists variables: names and globs, separated by commas or white space. Where it is not set, files may read none
 * in CI, because its jobs hold credentials of other programs, and all elsewhere. Throws InvalidRequestError if one is neither.
 */
export function allowedVariables(
  listed: readonly string[] | undefined,
  setting: string,
  environment: Environment,
): AllowedVariables | undefined {
  const texts = listed ?? (isContinuousIntegration(environment) ? [] : undefined);
  if (texts === undefined) return undefined;
  const patterns = texts.flatMap((text) => text.split(/[\s,]+/)).filter((pattern) => pattern !== "");
  const wrong = patterns.find((pattern) => !VARIABLE_GLOB.test(pattern));
  if (wrong === undefined) return { setting, patterns };
  throw new InvalidRequestError(
    `${setting} must list names of environment variables, or globs with a letter and at most three *, such as SITE_*, separated by commas, ` +
      `not ${quote(wrong)}.`,
  );
}

export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,254}$/;

/** A name, or a glob that does not match every name. Few wildcards: many take hours for a long name. */
const VARIABLE_GLOB = /^(?=.*[A-Za-z])(?!\d)(?:[A-Za-z0-9_?]*\*){0,3}[A-Za-z0-9_?]*$/;

/** The tool's tokens: Pulumi's profiles have their own. */
const TOKEN = /^PROJECTSYNC_(?:.*_)?TOKEN$/is;

/**
 * Other variables that no file can read, listed or not: what GitHub's runner gives to Actions, and Pulumi's backend and configuration.
 * Names are compared without case.
 */
const OWN = /^(?:INPUT_.*|ACTIONS_.*|GITHUB_TOKEN|PULUMI_.*)$/is;

/** True if a text holds one of the tokens: as it is, in a longer text, or encoded for a URL, JSON or base64. */
function tokenTest(tokens: readonly string[]): (text: string) => boolean {
  const trimmed = tokens.map((token) => token.trim()).filter((token) => token !== "");
  const { redact } = createRedaction(trimmed);
  return (text) => trimmed.includes(text.trim()) || redact(text) !== text;
}
