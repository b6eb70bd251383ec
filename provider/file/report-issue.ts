import type { z } from "zod";
import { ruleOf } from "../resources/rule-of-issue.ts";
import { describeMismatch, shownValue } from "./describe-mismatch.ts";
import { pathKey } from "./path.ts";
import type { ProblemList } from "./problem-list.ts";
import type { FileValue, FileValues } from "./references.ts";
import { suggestField } from "./suggest-field.ts";

type Issue = z.core.$ZodIssue;

/** Reports an issue that zod found in a file: what must be there, what is there, and how to write it. */
export function reportIssue(issue: Issue, schema: z.ZodType, values: FileValues, problems: ProblemList): void {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) {
      const field = [...path, key];
      const position = values.get(pathKey(field))?.positions.key;
      problems.error(field, `unknown field; ${suggestField(field, schema)}`, position);
    }
    return;
  }
  const value = values.get(pathKey(path));
  if (value === undefined) problems.error(path, `required field is missing; it ${ruleOf(issue)}`);
  else if (issue.code === "invalid_key") {
    const key = JSON.stringify(String(path.at(-1)));
    problems.error(path, `${issue.issues[0]?.message}; got ${key}`, value.positions.key);
  } else if (issue.code === "invalid_type" || !isMissing(value)) {
    // The text of a missing variable is not known: only that it would be text.
    problems.error(path, messageFor(issue, value));
  }
}

function isMissing({ reference }: FileValue): boolean {
  return reference !== undefined && "missing" in reference.found;
}

function messageFor(issue: Issue, value: FileValue): string {
  const rule = ruleOf(issue);
  if (value.reference !== undefined) {
    const { variable } = value.reference;
    return issue.code === "invalid_type"
      ? `${rule}, but environment variable ${variable} is text; write the value in the file`
      : describeMismatch(value, rule);
  }
  // The schema's own message shows the value.
  if (issue.code === "custom" && issue.params?.["rule"] !== undefined) return issue.message;
  const hint = hintFor(issue, value);
  return hint === undefined ? describeMismatch(value, rule) : `${rule}${hint}`;
}

/** How to write the value, if the mistake is a common one. */
function hintFor(issue: Issue, value: FileValue): string | undefined {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return undefined;
  const expected = issue.code === "invalid_type" ? issue.expected : "string";
  const { tree } = value;
  if (tree.kind === "map") {
    const isReference = tree.entries.some(({ key }) => key === "env" || key === "secret");
    return isReference ? "; a reference to a variable is a map with the single key env or secret" : ", not a map";
  }
  if (tree.kind === "list") return ", not a list";
  if (tree.value === null) return ", not null; write a value, or remove the line to leave it unmanaged";
  const shown = shownValue(value);
  if (expected === "array") {
    const item = shown === undefined ? "a value" : (tree.plain ?? shown);
    return shown === undefined ? ': write "- " and one item on each line' : `: write "- ${item}" on its own line`;
  }
  if (expected === "string" && typeof tree.value !== "string") {
    return shown === undefined ? ": put it in quotes" : `: write "${shown}" with the quotes`;
  }
  if (typeof tree.value !== "string") return undefined;
  if (expected === "boolean" && /^(?:y|n|yes|no|on|off)$/i.test(tree.value)) {
    return `: write ${/^(?:y|yes|on)$/i.test(tree.value) ? "true" : "false"} instead of ${tree.value}`;
  }
  const isQuoted = tree.plain === undefined && UNQUOTED.test(tree.value);
  return isQuoted && ["boolean", "number", "int"].includes(expected) ? ": remove the quotes" : undefined;
}

/** What is a number, `true` or `false` without quotes. */
const UNQUOTED = /^(?:true|false|-?\d+(?:\.\d+)?)$/;
