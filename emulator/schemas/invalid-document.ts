import type { ParamProblem } from "../refusal.ts";

/** An error that lists every problem in a document, such as a seed, with its path. */
export function invalidDocument(name: string, problems: readonly ParamProblem[]): Error {
  const lines = problems.map(({ param, message }) => `${param === "" ? `the ${name}` : param}: ${message}`);
  return new Error(`The ${name} is not valid: ${lines.join("; ")}`);
}
