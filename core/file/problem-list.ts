import type { Path } from "../resources/schema-walk.ts";
import { pathKey } from "./path.ts";
import type { Position, Positions } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";

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
    if (before === undefined || (before.level === "warning" && problem.level === "error")) all.set(key, problem);
  };
  const positionOf = (path: Path, at: keyof Positions = "value"): Position =>
    values.get(pathKey(path))?.positions[at] ?? positionOf(path.slice(0, -1), "key");
  return {
    add,
    error: (path, message, at) => add(createProblem("error", positionOf(path, at), path, message)),
    warning: (path, message, at) => add(createProblem("warning", positionOf(path, at), path, message)),
    refuse: (position, message, path = []) => add(createProblem("error", position, path, message)),
    get hasErrors() {
      return [...all.values()].some(({ level }) => level === "error");
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
  const level = sorted.slice(MAX_PROBLEMS).some((problem) => problem.level === "error") ? "error" : "warning";
  return [...sorted.slice(0, MAX_PROBLEMS), createProblem(level, next, [], message)];
}
