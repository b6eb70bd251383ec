import { escapeCharacter, oneLine } from "../text/printable.ts";
import { unquoted } from "../text/quoted.ts";
import { pathText } from "./path.ts";
import type { Position } from "./position.ts";
import type { Path } from "../resources/schema-walk.ts";

/**
 * An `error` (the file is not used) or a `warning` about a project file. Path and message never hold the value of an environment variable, or
 * of a field in which credentials are common. They may repeat a secret, and are whole so that it is found: show them by `formatProblem`, or
 * in a report, after they have lost their secrets.
 */
export interface Problem extends Position {
  readonly level: "error" | "warning";
  /** Dotted, such as `components.edgee/ga4.version` or `domains[1].name`; empty if the problem is about the text of the file. */
  readonly path: string;
  readonly message: string;
}

/** Most characters of a path and of a message that are shown. */
export const MOST_PATH = 200;
export const MOST_MESSAGE = 1000;

/** `projectsync.yaml:4:3: error: project.force_htps: unknown field; did you mean force_https?`; `error: File not found: x.yaml` */
export function formatProblem({ file, line, column, level, path, message }: Problem): string {
  const position = line === 0 ? "" : `${shorten(file, MOST_MESSAGE)}:${line}:${column}: `;
  const subject = path === "" ? "" : `${shorten(path, MOST_PATH)}: `;
  return `${position}${level}: ${subject}${shorten(message, MOST_MESSAGE)}`;
}

export function createProblem(
  level: Problem["level"],
  position: Position,
  path: Path | string,
  message: string,
): Problem {
  return { ...position, level, path: problemPath(path), message };
}

/** A path as a problem has it. A hostile file could repeat a long key in each of its problems. */
export function problemPath(path: Path | string): string {
  if (typeof path === "string") return path;
  return pathText(path.map((part) => (typeof part === "string" ? unquoted(part, MOST_PATH) : part)));
}

/**
 * The start of a text without secrets, on one line. Keys are free text: a line break in one must not start a new line in a log, where the
 * line could be a command.
 */
export function shorten(text: string, most: number): string {
  const escaped = oneLine(text, escapeCharacter);
  return escaped.length > most ? `${escaped.slice(0, most - 1)}…` : escaped;
}
