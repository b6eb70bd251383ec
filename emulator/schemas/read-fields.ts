import type { z } from "zod";
import { invalid, type ParamProblem } from "../refusal.ts";

/** Reads a value with a schema, or throws all problems, also those `found` already. Each unknown field is a problem of its own. */
function read<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  found: readonly ParamProblem[],
  failure: (problems: readonly ParamProblem[]) => Error,
): z.output<Schema> {
  const result = schema.safeParse(value, {
    error: (issue) => (issue.input === undefined ? "is required" : undefined),
  });
  const problems = [...(result.error?.issues.flatMap(describe) ?? []), ...found];
  if (!result.success || problems.length > 0) throw failure(problems);
  return result.data;
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
  return read(schema, value, found, invalid);
}

/**
 * Reads a document, such as a seed, with a schema.
 *
 * @throws Error that lists every problem with its path.
 */
export function readDocument<Schema extends z.ZodType>(name: string, schema: Schema, json: unknown): z.output<Schema> {
  return read(schema, json, [], (problems) => invalidDocument(name, problems));
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
