import type { z } from "zod";
import { pathKey } from "./path.ts";
import type { Place } from "./references.ts";
import type { Report } from "./report.ts";
import { whatWasMeant } from "./unknown-field.ts";

type Issue = z.core.$ZodIssue;

/** Reports what zod found in a file's words: what belongs there, what is there, and how to write it. */
export function explainIssue(
  issue: Issue,
  schema: z.ZodType,
  places: ReadonlyMap<string, Place>,
  report: Report,
): void {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) {
      const at = [...path, key];
      report.error(at, `unknown field; ${whatWasMeant(at, schema)}`, places.get(pathKey(at))?.from);
    }
    return;
  }
  const place = places.get(pathKey(path));
  if (place === undefined) report.error(path, `missing; it is required: write ${expectation(issue)}`);
  else if (issue.code === "invalid_key") report.error(path, `must be named ${issue.issues[0]?.message}`, place.from);
  // Of a variable that is not there, only this much is known: that it would be text.
  else if (issue.code === "invalid_type" || !isMissing(place)) report.error(path, mismatch(issue, place));
}

function isMissing({ reference }: Place): boolean {
  return reference !== undefined && "missing" in reference.found;
}

/** What belongs there, as in "expects …". */
function expectation(issue: Issue): string {
  const { code } = issue;
  if (code === "invalid_type") return TYPES[issue.expected] ?? issue.expected;
  if (code === "invalid_value") {
    return issue.values.length === 1 ? String(issue.values[0]) : `one of ${issue.values.join(", ")}`;
  }
  if (code === "too_small") return issue.origin === "string" ? "text that is not empty" : `at least ${issue.minimum}`;
  if (code === "too_big")
    return issue.origin === "string" ? `at most ${issue.maximum} characters` : `at most ${issue.maximum}`;
  // The schema's own words; it gives them to every pattern and refinement.
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

function mismatch(issue: Issue, place: Place): string {
  const expected = `expects ${expectation(issue)}`;
  const hint =
    place.reference === undefined ? writingHint(issue, place) : variableHint(issue, place.reference.variable);
  return hint === undefined ? expected : `${expected}${hint}`;
}

function variableHint(issue: Issue, variable: string): string {
  return issue.code === "invalid_type"
    ? `, and a variable gives text; write the value here in place of ${variable}`
    : `, which the variable ${variable} does not hold`;
}

function writingHint(issue: Issue, { tree }: Place): string | undefined {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return undefined;
  const expected = issue.code === "invalid_type" ? issue.expected : "string";
  if (tree.kind === "map") {
    const begun = tree.entries.some(({ key }) => key === "env" || key === "secret");
    return begun ? "; a reference to a variable is a map with nothing but env, or secret" : undefined;
  }
  if (tree.kind === "list") return undefined;
  const { value, plain } = tree;
  if (value === null) return "; null is not one: write a value, or remove the line to leave it unmanaged";
  if (expected === "string" && typeof value !== "string") {
    const kind = typeof value === "number" ? "a number" : "true or false";
    return `, and what is written is read as ${kind}; put it in quotes`;
  }
  if (typeof value !== "string") return undefined;
  if (expected === "boolean" && /^(?:y|n|yes|no|on|off)$/i.test(value)) {
    return "; yes, no, on and off are text: write true or false";
  }
  const quoted = plain === undefined && (expected === "boolean" || expected === "number" || expected === "int");
  return quoted ? "; text in quotes is not one: remove the quotes" : undefined;
}
