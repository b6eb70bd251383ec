import wrapAnsi from "wrap-ansi";
import type { Readable } from "node:stream";
import type { Clock } from "../core/api/clock.ts";

/** Characters. A narrower part of a line is not wrapped: the terminal breaks it. */
const NARROW = 20;
/** Columns of a terminal that does not say how wide it is. */
const DEFAULT_COLUMNS = 80;

export function isTerminal(stream: object | undefined): boolean {
  return stream !== undefined && "isTTY" in stream && stream.isTTY === true;
}

export function columnsOf(stream: object): number {
  const columns = "columns" in stream ? Number(stream.columns) : 0;
  return columns > 0 ? columns : DEFAULT_COLUMNS;
}

/**
 * Breaks a long line for a terminal, between words if possible. The new lines are indented two more than the first. All spaces stay: two texts
 * may differ in nothing else.
 */
export function wrapLine(line: string, columns: number): string {
  const isShort = wrapAnsi(line, columns, { hard: true, trim: false }).length === line.length;
  const indent = `${/^ */.exec(line)?.[0] ?? ""}  `;
  const width = columns - indent.length;
  if (isShort || width < NARROW) return line;
  const rows = wrapAnsi(line.trimStart(), width, { hard: true, trim: false }).split("\n");
  return `${indent.slice(2)}${rows.join(`\n${indent}`)}`;
}

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
