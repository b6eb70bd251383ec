import type { z } from "zod";
import { ruleOf } from "../resources/rule-of-issue.ts";
import { isSensitiveAt } from "../resources/sensitive-values.ts";
import { pathKey } from "./position.ts";
import type { ProblemList } from "./problem.ts";
import { fileSchema } from "./schema.ts";
import { nearestName } from "../resources/nearest-name.ts";
import { fieldNames, schemaAt, type Path } from "../resources/schema-walk.ts";
import { COMPONENT_FIELDS, PROJECT_FIELDS } from "./known-fields.ts";
import { DECLARING, type FileValue, type FileValues, type Reference } from "./values.ts";
import { quote } from "../text/quoted.ts";

type Issue = z.core.$ZodIssue;

/** Reports an issue that zod found in a file: what must be there, what is there, and how to write it. */
export function reportIssue(issue: Issue, values: FileValues, problems: ProblemList): void {
  const path = issue.path.filter((part) => typeof part !== "symbol");
  if (issue.code === "unrecognized_keys") {
    for (const key of issue.keys) {
      const field = [...path, key];
      problems.error(field, `unknown field; ${suggestField(field)}`, "key");
    }
    return;
  }
  const list = values.get(pathKey(path.slice(0, -1)));
  if (list?.reference !== undefined) {
    problems.error(list.path, `item ${Number(path.at(-1)) + 1} of ${variableOf(list.reference)} ${ruleOf(issue)}`);
    return;
  }
  const value = values.get(pathKey(path));
  if (value === undefined) problems.error(path, `required field is missing; it ${ruleOf(issue)}`);
  else if (issue.code === "invalid_key") {
    const key = quote(String(path.at(-1)));
    problems.error(path, `${issue.issues[0]?.message}; got ${key}`, "key");
  } else if (value.reference === undefined || "value" in value.reference.found) {
    // The value of another variable is not known.
    problems.error(path, messageFor(issue, value));
  }
}

function variableOf({ variable }: Reference): string {
  return `environment variable ${variable}`;
}

function messageFor(issue: Issue, value: FileValue): string {
  const rule = ruleOf(issue);
  if (value.reference !== undefined) return `the value of ${variableOf(value.reference)} ${rule}`;
  // The schema's own message shows the value.
  if (issue.code === "custom" && issue.params?.["rule"] !== undefined) return issue.message;
  const shown = shownValue(value);
  return `${rule}${hintFor(issue, value, shown) ?? (shown === undefined ? "" : `; got ${shown}`)}`;
}

/** How to write the value, if the mistake is a common one. */
function hintFor(issue: Issue, { path, written }: FileValue, shown: string | undefined): string | undefined {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return undefined;
  const expected = issue.code === "invalid_type" ? issue.expected : "string";
  if (expected === "record" && path.at(-1) === "settings" && written.kind !== "map") {
    const shell = `projectsync component ${String(path.at(-2))}`;
    return ` of settings by their names: \`${shell}\` lists them; if it needs none, remove the line`;
  }
  if (written.kind === "map") {
    const isReference = written.keys.some((key) => key === "env" || key === "secret");
    if (!isReference) return ", not a map";
    return DECLARING.has(String(path[0]))
      ? "; a reference to a variable is a map with the key env or secret and no other but type"
      : `; variables can be used only in ${[...DECLARING].join(", ")}`;
  }
  if (written.kind === "list") return ", not a list";
  if (written.value === null) return ", not null; write a value, or remove the line to leave it unmanaged";
  if (expected === "array") {
    const item = shown === undefined ? "a value" : (written.plain ?? shown);
    return shown === undefined ? ': write "- " and one item on each line' : `: write "- ${item}" on its own line`;
  }
  if (expected === "string" && typeof written.value !== "string") {
    return shown === undefined ? ": put it in quotes" : `: write "${shown}" with the quotes`;
  }
  if (expected === "boolean" && typeof written.value === "string" && /^(?:y|n|yes|no|on|off)$/i.test(written.value)) {
    return `: write ${/^(?:y|yes|on)$/i.test(written.value) ? "true" : "false"} instead of ${written.value}`;
  }
  return undefined;
}

/** Fields in which credentials are common, besides those that the schema marks as sensitive. */
const MAY_HOLD_CREDENTIALS: ReadonlySet<string | number> = new Set(["extra", "password_protection", "settings"]);

const LONGEST = 60;

/** A scalar of the file as a message shows it; `undefined` if it may be secret: where credentials are common. */
function shownValue({ path, written }: FileValue): string | undefined {
  if (written.kind !== "scalar") return undefined;
  if (path.some((part) => MAY_HOLD_CREDENTIALS.has(part))) return undefined;
  // Text in place of a whole section names no value.
  if (path.length > 1 && isSensitiveAt(fileSchema, path)) return undefined;
  if (typeof written.value === "string") return quote(written.value, LONGEST);
  const plain = written.plain ?? String(written.value);
  return plain.length > LONGEST ? quote(plain, LONGEST) : plain;
}

/** The remedy for an unknown field: where it belongs, which field was probably meant, or to remove it. */
function suggestField(path: Path): string {
  return suggestLevel(path) ?? suggestName(path, fieldNames(schemaAt(fileSchema, path.slice(0, -1))));
}

/** For a field of another level. Most often the line is indented too little or too much. */
function suggestLevel(path: Path): string | undefined {
  const key = String(path.at(-1));
  if (path.length === 1) {
    return fieldNames(schemaAt(fileSchema, ["project"])).includes(key) ? "move it under project" : undefined;
  }
  return DECLARING.has(key) ? "move it to the top level, beside project" : undefined;
}

function suggestName(path: Path, known: readonly string[]): string {
  const key = String(path.at(-1));
  const serviceFields = path.length === 2 ? PROJECT_FIELDS : COMPONENT_FIELDS;
  const declaredAs = path[0] === "components" ? COMPONENT_FIELDS.get(key) : undefined;
  if (known.includes("extra") && serviceFields.has(key) && serviceFields.get(key) === undefined) {
    return "the service sets it, so remove it";
  }
  const near = declaredAs ?? nearestName(key, known);
  if (near !== undefined) return `did you mean ${near}?`;
  if (known.includes("settings") && known.includes("version")) {
    return "if it is a setting, move it under settings; if it is a new field of the service, move it under extra";
  }
  if (known.includes("extra")) return "remove it; if it is a new field of the service, move it under extra";
  return `remove it; known fields: ${known.filter((name) => name !== "$schema").join(", ")}`;
}
