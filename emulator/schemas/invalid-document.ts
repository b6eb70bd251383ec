import type { ParamProblem } from "../refusal.ts";

/** The error for a document, such as a seed, that names every place in it that is wrong. */
export function invalidDocument(name: string, problems: readonly ParamProblem[]): Error {
  const lines = problems.map(({ param, message }) => `${param === "" ? `the ${name}` : param}: ${message}`);
  return new Error(`The ${name} is not valid: ${lines.join("; ")}`);
}
