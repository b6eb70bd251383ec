import type { z } from "zod";
import { invalid, type ParamProblem } from "../refusal.ts";

/** Checks a value against a schema. Returns its fields, or all problems; each unknown field is a problem of its own. */
function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { readonly fields: z.output<Schema> } | { readonly problems: readonly ParamProblem[] } {
  const result = schema.safeParse(value, {
    error: (issue) => (issue.input === undefined ? "is required" : undefined),
  });
  return result.success ? { fields: result.data } : { problems: result.error.issues.flatMap(describe) };
}

/**
 * Reads a value with a schema.
 *
 * @param found Problems that the caller has found already. The refusal lists them too.
 * @throws Refusal 400 with `params`.
 */
export function readFields<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  found: readonly ParamProblem[] = [],
): z.output<Schema> {
  const result = check(schema, value);
  const problems = "problems" in result ? [...result.problems, ...found] : found;
  if ("problems" in result || problems.length > 0) throw invalid(problems);
  return result.fields;
}

/**
 * Reads a document, such as a seed, with a schema.
 *
 * @throws Error that lists every problem with its path.
 */
export function readDocument<Schema extends z.ZodType>(name: string, schema: Schema, json: unknown): z.output<Schema> {
  const result = check(schema, json);
  if ("problems" in result) throw invalidDocument(name, result.problems);
  return result.fields;
}

/** An error that lists every problem in a document with its path. */
export function invalidDocument(name: string, problems: readonly ParamProblem[]): Error {
  const lines = problems.map(({ param, message }) => `${param === "" ? `the ${name}` : param}: ${message}`);
  return new Error(`The ${name} is not valid: ${lines.join("; ")}`);
}

function describe(issue: z.core.$ZodIssue): ParamProblem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ param: [...issue.path, key].join("."), message: "is not a known field" }));
  }
  return [{ param: issue.path.join("."), message: issue.message }];
}
