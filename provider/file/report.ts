import { pathKey } from "./path.ts";
import type { Position } from "./position.ts";
import { createProblem, type Problem } from "./problem.ts";
import type { Place } from "./references.ts";
import type { Path } from "../resources/schema-walk.ts";

/** More helps nobody, and a hostile file could hold as many as it has bytes. */
const MOST_PROBLEMS = 100;

/** Collects the problems of one file: the first one of each place, for what follows is often only its consequence. */
export interface Report {
  error(path: Path, message: string, position?: Position): void;
  warning(path: Path, message: string, position?: Position): void;
  readonly failed: boolean;
  /** In the order of the file. */
  problems(): readonly Problem[];
}

export function createReport(places: ReadonlyMap<string, Place>, before: readonly Problem[]): Report {
  const taken = new Set(before.map(placeOf));
  const all = [...before];
  const add = (level: Problem["level"], path: Path, message: string, position = positionOf(places, path)): void => {
    const problem = createProblem(level, position, path, message);
    if (!taken.has(placeOf(problem))) all.push(problem);
    taken.add(placeOf(problem));
  };
  return {
    error: (path, message, position) => add("error", path, message, position),
    warning: (path, message, position) => add("warning", path, message, position),
    get failed() {
      return all.some(({ level }) => level === "error");
    },
    problems: () => inOrder(all),
  };
}

function placeOf({ path, line, column }: Problem): string {
  return `${line}:${column}:${path}`;
}

/** A value's own place; of what is missing, where its owner begins. */
function positionOf(places: ReadonlyMap<string, Place>, path: Path): Position {
  const place = places.get(pathKey(path));
  if (place !== undefined) return place.at;
  const owner = path.slice(0, -1);
  return places.get(pathKey(owner))?.from ?? positionOf(places, owner);
}

function inOrder(problems: readonly Problem[]): Problem[] {
  const sorted = problems.toSorted((a, b) => a.line - b.line || a.column - b.column);
  const next = sorted[MOST_PROBLEMS];
  if (next === undefined) return sorted;
  const left = `and ${sorted.length - MOST_PROBLEMS} more problems from here on; mend the ones above first`;
  // What follows may be warnings only, but whether the file is used must not depend on the cut.
  const level = sorted.slice(MOST_PROBLEMS).some((problem) => problem.level === "error") ? "error" : "warning";
  return [...sorted.slice(0, MOST_PROBLEMS), createProblem(level, next, [], left)];
}
