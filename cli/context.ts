import type { Readable } from "node:stream";
import type { Clock } from "../core/api/clock.ts";

/** The parts of the process that a command uses. */
export interface Context {
  /** The arguments, which messages repeat. Default: none. */
  readonly words?: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The working directory: relative paths start here. */
  readonly folder: string;
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream;
  /** Receives a redacted line for each request, retry and wait. Default: none. */
  readonly trace?: (line: string) => void;
  /** Aborts when the process receives SIGINT, SIGTERM or SIGHUP. The reason is the name of the signal. */
  readonly signal: AbortSignal;
  /** Time. Default: the system's. */
  readonly clock?: Clock;
}
