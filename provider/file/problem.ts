import { escapeCharacter, oneLine } from "../api/printable.ts";
import { pathText, type Path } from "./path.ts";
import type { Position } from "./position.ts";

/**
 * Something in a project file that is wrong (`error`: the file is not used) or deserves a look (`warning`). Neither path
 * nor message holds a value of the file or of the environment, for any of them may be a secret; both are one line.
 */
export interface Problem extends Position {
  readonly level: "error" | "warning";
  /** Dotted, such as `components.edgee/ga4.version` or `domains[1].name`; empty where the text itself is wrong. */
  readonly path: string;
  readonly message: string;
}

/** `projectsync.yaml:4:3: error: project.force_htps: unknown field; did you mean force_https?` */
export function formatProblem({ file, line, column, level, path, message }: Problem): string {
  return `${shorten(file, 1000)}:${line}:${column}: ${level}: ${path === "" ? "" : `${path}: `}${message}`;
}

export function createProblem(level: Problem["level"], position: Position, path: Path, message: string): Problem {
  return { ...position, level, path: shorten(pathText(path), 200), message: shorten(message, 1000) };
}

/** Keys are free text: a line break in one must not start a new line in a log, where the line could be a command. */
function shorten(text: string, most: number): string {
  const escaped = oneLine(text.slice(0, most), escapeCharacter);
  return text.length > most ? `${escaped}…` : escaped;
}
