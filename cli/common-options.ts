import { InvalidArgumentError } from "commander";
import { InvalidRequestError } from "../core/api/errors.ts";
import { COMPONENT_SLUG } from "../core/resources/catalogue.ts";
import { DEFAULT_PARALLELISM } from "../sync/run/parse-settings.ts";
import { quote } from "../core/text/quoted.ts";

/* Options that several commands have. */

/** The option of all commands that use the service. */
export const VERBOSE = [
  "--verbose",
  "Show each request to the service on stderr: status, duration, retries and waits",
] as const;

export const JSON_OUTPUT = ["--json", "Print one JSON object"] as const;

export const ALLOW_ENV = [
  "--allow-env <names>",
  "Environment variables that files may read: names or globs (default: any; in CI none); repeatable",
] as const;

export const ORGANIZATIONS = [
  "--organizations <id>",
  "Refuse files of organizations that are not listed (default: refuse none); repeatable",
] as const;

export const PARALLELISM = [
  "--parallelism <number>",
  `Requests to the service at once, from 1 to 64 (default: ${DEFAULT_PARALLELISM})`,
] as const;

/** Collects the values of an option that can be repeated. */
export function append(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** The value of an option that a user may take for one that can be repeated: only the last value would count, without a word. */
export function onlyOnce(text: string, before?: string): string {
  if (before === undefined) return text;
  throw new InvalidArgumentError("Give one, or run the command for each.");
}

/** Reads the name of a component in the catalogue. Throws InvalidRequestError if it cannot be one. */
export function componentName(slug: string): string {
  if (COMPONENT_SLUG.test(slug)) return slug;
  throw new InvalidRequestError(`${quote(slug)} is not a component. Write organization/component, such as edgee/ga4.`);
}
