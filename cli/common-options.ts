import { Option } from "commander";
import { DEFAULT_PARALLELISM } from "../sync/settings.ts";
import type { Context } from "./context.ts";
import { createOutput } from "./output.ts";

/* Options that several commands have. */

/** The option of all commands that use the service. */
export const VERBOSE = [
  "--verbose",
  "Show each request to the service on stderr: status, duration, retries and waits",
] as const;

export interface Verbosity {
  readonly verbose?: boolean;
}

export const ALLOW_ENV = "Only these environment variables can be read by files; comma-separated, repeatable";

export function parallelismOption(): Option {
  const about = `Requests to the service at once, from 1 to 64 (default: ${DEFAULT_PARALLELISM})`;
  return new Option("--parallelism <number>", about);
}

/** A default value as text, and as help shows it: without quotes. */
export function asShown(number: number): [value: string, description: string] {
  return [String(number), String(number)];
}

/** With `--verbose`, writes a line for each request to stderr, so that `--json` on stdout stays one JSON object. */
export function withTrace(context: Context, { verbose = false }: Verbosity): Context {
  if (!verbose) return context;
  const output = createOutput(context);
  return { ...context, trace: (line) => output.note(line) };
}

/** Collects the values of an option that can be repeated. */
export function append(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
