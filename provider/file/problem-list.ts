import type { Path } from "../resources/schema-walk.ts";
import { pathKey } from "./path.ts";
import type { Position, Positions } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";
import type { FileValues } from "./references.ts";

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
  add(problem: Problem): void;
  readonly hasErrors: boolean;
  /** At most 100, in the order of the file. */
  sorted(): readonly Problem[];
}

export function createProblemList(values: FileValues, earlier: readonly Problem[]): ProblemList {
  const all = new Map<string, Problem>();
  const add = (problem: Problem): void => {
    const before = all.get(keyOf(problem));
    if (before === undefined || (before.level === "warning" && problem.level === "error"))
      all.set(keyOf(problem), problem);
  };
  earlier.forEach(add);
  return {
    add,
    error: (path, message, at) => add(createProblem("error", positionOf(values, path, at), path, message)),
    warning: (path, message, at) => add(createProblem("warning", positionOf(values, path, at), path, message)),
    get hasErrors() {
      return [...all.values()].some(({ level }) => level === "error");
    },
    sorted: () => inOrder([...all.values()]),
  };
}

function keyOf({ path, line, column }: Problem): string {
  return `${line}:${column}:${path}`;
}

function positionOf(values: FileValues, path: Path, at: keyof Positions = "value"): Position {
  return values.get(pathKey(path))?.positions[at] ?? positionOf(values, path.slice(0, -1), "key");
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
