import { pathText } from "./path.ts";
import type { Position } from "./position.ts";
import type { Path } from "../resources/schema-walk.ts";

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
  return `${oneLine(file, 1000)}:${line}:${column}: ${level}: ${path === "" ? "" : `${path}: `}${message}`;
}

export function createProblem(level: Problem["level"], position: Position, path: Path, message: string): Problem {
  return { ...position, level, path: oneLine(pathText(path), 200), message: oneLine(message, 1000) };
}

/** Keys are free text: one with a line break must not start a line of its own in a log, where it could be a command. */
function oneLine(text: string, most: number): string {
  const escaped = text.slice(0, most).replace(
    // What ends a line, and what cannot be seen.
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  return text.length > most ? `${escaped}…` : escaped;
}
