import { isError, type Problem } from "../../core/file/problem.ts";

/** Most problems that a report has. */
export const MAX_PROBLEMS = 1000;

/** Problems by file and line, whichever stage found them. Keeps 1,000, errors first, and counts the others in one more. */
export function limitProblems(problems: readonly Problem[], files: readonly string[]): Problem[] {
  const rank = new Map(files.map((file, index) => [file, index]));
  const order = ({ file }: Problem): number => rank.get(file) ?? -1;
  const sorted = problems.toSorted((a, b) => order(a) - order(b) || a.line - b.line || a.column - b.column);
  if (sorted.length <= MAX_PROBLEMS) return sorted;
  const first = new Set(sorted.toSorted((a, b) => Number(isError(b)) - Number(isError(a))).slice(0, MAX_PROBLEMS));
  const left = sorted.filter((problem) => !first.has(problem));
  const level = left.some(isError) ? "error" : "warning";
  const message = `${left.length} more problems are left out. Fix the ones that are shown first.`;
  return [
    { level, file: "", line: 0, column: 0, path: "", message },
    ...sorted.filter((problem) => first.has(problem)),
  ];
}
