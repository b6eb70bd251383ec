import { escapeCharacter, oneLine } from "../api/printable.ts";
import { pathText } from "./path.ts";
import type { Position } from "./position.ts";
import type { Path } from "../resources/schema-walk.ts";

/**
 * An `error` (the file is not used) or a `warning` about a project file. Path and message are one line each, and never hold the value
 * of an environment variable, or of a field in which credentials are common.
 */
export interface Problem extends Position {
  readonly level: "error" | "warning";
  /** Dotted, such as `components.edgee/ga4.version` or `domains[1].name`; empty if the problem is about the text of the file. */
  readonly path: string;
  readonly message: string;
}

/** `projectsync.yaml:4:3: error: project.force_htps: unknown field; did you mean force_https?`; `error: File not found: x.yaml` */
export function formatProblem({ file, line, column, level, path, message }: Problem): string {
  const position = line === 0 ? "" : `${shorten(file, 1000)}:${line}:${column}: `;
  return `${position}${level}: ${path === "" ? "" : `${path}: `}${message}`;
}

export function createProblem(
  level: Problem["level"],
  position: Position,
  path: Path | string,
  message: string,
): Problem {
  return { ...position, level, path: problemPath(path), message: shorten(message, 1000) };
}

/** A path as a problem has it: at most 200 characters on one line. */
export function problemPath(path: Path | string): string {
  return shorten(typeof path === "string" ? path : pathText(path), 200);
}

/** Keys are free text: a line break in one must not start a new line in a log, where the line could be a command. */
function shorten(text: string, most: number): string {
  const escaped = oneLine(text.slice(0, most), escapeCharacter);
  return text.length > most ? `${escaped}…` : escaped;
}
