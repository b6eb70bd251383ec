import { escapeCharacter, oneLine } from "../text/printable.ts";
import { hideUserInfo } from "../text/user-info.ts";
import { unquoted } from "../text/quoted.ts";
import { pathText, pathKey, type Position, type Positions } from "./position.ts";
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

export function isError({ level }: Pick<Problem, "level">): boolean {
  return level === "error";
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
  // Behind a dot, a key that is a URL would not be told from its scheme.
  return pathText(path.map((part) => (typeof part === "string" ? unquoted(hideUserInfo(part), MOST_PATH) : part)));
}

/**
 * The start of a text without secrets, on one line. Keys are free text: a line break in one must not start a new line in a log, where the
 * line could be a command.
 */
export function shorten(text: string, most: number): string {
  const escaped = oneLine(text, escapeCharacter);
  return escaped.length > most ? `${escaped.slice(0, most - 1)}…` : escaped;
}

/** Limits the output for a hostile file, which could hold one problem per byte. */
const MAX_PROBLEMS = 100;

/**
 * Collects the problems of one file. Keeps only the first error of each position and path, or else the first warning: the others are often
 * its consequences.
 */
export interface ProblemList {
  /** `at`: the position. Default: the value, or the nearest key around it if the value is missing. */
  error(path: Path, message: string, at?: keyof Positions): void;
  warning(path: Path, message: string, at?: keyof Positions): void;
  /** An error at a position. Default of `path`: the problem is about the text of the file. */
  refuse(position: Position, message: string, path?: Path): void;
  add(problem: Problem): void;
  readonly hasErrors: boolean;
  /** At most 100, in the order of the file. */
  sorted(): readonly Problem[];
}

/** `values`: the values of the file by `pathKey`, at the latest when a problem names its path alone. */
export function createProblemList(values: ReadonlyMap<string, { readonly positions: Positions }>): ProblemList {
  const all = new Map<string, Problem>();
  const add = (problem: Problem): void => {
    const key = `${problem.line}:${problem.column}:${problem.path}`;
    const before = all.get(key);
    if (before === undefined || (!isError(before) && isError(problem))) all.set(key, problem);
  };
  const positionOf = (path: Path, at: keyof Positions = "value"): Position =>
    values.get(pathKey(path))?.positions[at] ?? positionOf(path.slice(0, -1), "key");
  return {
    add,
    error: (path, message, at) => add(createProblem("error", positionOf(path, at), path, message)),
    warning: (path, message, at) => add(createProblem("warning", positionOf(path, at), path, message)),
    refuse: (position, message, path = []) => add(createProblem("error", position, path, message)),
    get hasErrors() {
      return [...all.values()].some(isError);
    },
    sorted: () => inOrder([...all.values()]),
  };
}

function inOrder(problems: readonly Problem[]): Problem[] {
  const sorted = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const next = sorted[MAX_PROBLEMS];
  if (next === undefined) return sorted;
  const message = `${sorted.length - MAX_PROBLEMS} more problems from here on; fix the ones above first`;
  // An error if any of the problems left out is one: the file must not become valid by the limit.
  const level = sorted.slice(MAX_PROBLEMS).some(isError) ? "error" : "warning";
  return [...sorted.slice(0, MAX_PROBLEMS), createProblem(level, next, [], message)];
}
