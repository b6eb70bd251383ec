import type { z } from "zod";

/** The rule that the issue is about, beginning with "must". */
export function ruleOf(issue: z.core.$ZodIssue): string {
  const { code } = issue;
  if (code === "invalid_type") return `must be ${TYPES[issue.expected] ?? issue.expected}`;
  if (code === "invalid_value") {
    return `must be ${issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.join(", ")}`}`;
  }
  if (code === "too_small") {
    return issue.origin === "string" ? "must not be empty" : `must be at least ${issue.minimum}`;
  }
  if (code === "too_big") return `must be at most ${issue.maximum}${issue.origin === "string" ? " characters" : ""}`;
  if (code === "custom" && typeof issue.params?.["rule"] === "string") return issue.params["rule"];
  // The schema's own message. Each of them begins with "must".
  return issue.message;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
};
