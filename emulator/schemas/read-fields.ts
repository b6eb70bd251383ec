import type { z } from "zod";
import { invalid } from "../refusal.ts";
import type { ParamProblem } from "../refusal.ts";

/** Checks a value against a schema. Returns its fields, or all problems; each unknown field is a problem of its own. */
export function check<Schema extends z.ZodType>(
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

function describe(issue: z.core.$ZodIssue): ParamProblem[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ param: [...issue.path, key].join("."), message: "is not a known field" }));
  }
  return [{ param: issue.path.join("."), message: issue.message }];
}
