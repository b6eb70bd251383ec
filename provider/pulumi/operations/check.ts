import type { dynamic } from "@pulumi/pulumi";
import type { z } from "zod";
import { printable } from "../../api/printable.ts";
import { keyForm } from "../../resources/forms.ts";
import { oncePerKey } from "../../resources/once-per-key.ts";
import { nearestName } from "../../resources/nearest-name.ts";
import { ruleOf } from "../../resources/rule-of-issue.ts";
import type { Connection } from "../connection.ts";
import { inputsOf, type Shape } from "../shapes/shape.ts";
import { isUnknown } from "../unknown.ts";
import { camelCase, fieldsToService, formatPath, pathFromService, type UnknownField } from "../naming.ts";
import { warn } from "../warnings.ts";
import { warnOfExisting } from "./existing.ts";
import { properties } from "./state.ts";
import { type Fields, isObject } from "../../resources/json.ts";
import { asType, type Path } from "../../resources/schema-walk.ts";

/** Checks inputs against the schema and the catalogue, as far as values are known. An object that exists is only a warning. */
export async function check(
  shape: Shape,
  connection: Connection,
  olds: Fields,
  news: Fields,
): Promise<dynamic.CheckResult> {
  const { __provider: _, ...given } = news;
  const { inputs, problems } = parse(shape, given);
  // Inputs of a wrong type cannot be checked further.
  if (problems.length > 0) return { inputs: given, failures: problems.map((each) => failureOf(each, connection)) };

  const reader = connection.inPreview();
  // A wrong token or address is an error of the preview, and not only of the update.
  await connection.checkAccess(reader);
  const before = inputsOf(shape, olds);
  warnOfRemovals(shape, before, inputs);
  const preview: Connection = {
    ...connection,
    observer: connection.sight(reader),
    // One check asks once, also after a failure.
    catalogue: oncePerKey((slug: string) => connection.catalogue(slug, reader)),
  };
  const resolved = await shape.resolve(preview, inputs, before);
  // A create, or the new object of a replacement.
  const isNew = !shape.inputs.safeParse(before).success;
  // With `--replace`, Pulumi asks for no diff, and checks again without the inputs before.
  if (!isNew) connection.claims.declaredBefore.add(keyForm(shape.subject(before)));
  if (isNew && resolved.problems.length === 0) await warnOfExisting(shape, preview, resolved.inputs);
  const failures = resolved.problems.map(({ path, message }) =>
    failureOf({ path: pathFromService(shape.inputs, path), reason: message }, connection),
  );
  return { inputs: properties(shape, resolved.inputs), failures };
}

interface Problem {
  readonly path: Path;
  readonly reason: string;
}

/** The message names the property, because Pulumi shows the value of one that is named apart, also of a secret (observed). */
function failureOf({ path, reason }: Problem, { redaction }: Connection): dynamic.CheckFailure {
  const { redact, redactTokens } = redaction;
  return { property: "", reason: printable(`${redactTokens(formatPath(path))}: ${redact(reason)}`) };
}

/** The inputs by the service's names, and what is wrong with their names and types. */
function parse(shape: Shape, given: Fields): { readonly inputs: Fields; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const inputs = fieldsToService(shape.inputs, given, (field) =>
    problems.push({ path: field.path, reason: unknownFieldReason(field) }),
  );
  for (const issue of shape.inputs.safeParse(inputs).error?.issues ?? []) {
    const value = valueAt(inputs, issue.path);
    if (isUnknown(value)) continue;
    problems.push({ path: pathFromService(shape.inputs, issue.path), reason: reasonOf(issue, value) });
  }
  return { inputs, problems };
}

/** What the value must be, as a sentence with a verb: Pulumi writes "has a problem:" in front. */
function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return `required field is missing; it ${ruleOf(issue)}`;
  // The schema's own message says more than its rule.
  return issue.code === "custom" ? issue.message : ruleOf(issue);
}

function unknownFieldReason({ path, known }: UnknownField): string {
  const near = nearestName(String(path.at(-1)), known);
  return `unknown field; ${near === undefined ? `the fields are ${known.join(", ")}` : `did you mean ${near}?`}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let inner = value;
  for (const part of path) {
    if (typeof inner !== "object" || inner === null) return undefined;
    inner = Reflect.get(inner, part);
  }
  return inner;
}

/** Fields that are managed key by key. */
const KEY_BY_KEY: ReadonlySet<string> = new Set(["autocapture", "settings", "extra"]);

/**
 * Warns of fields that are no longer declared. They keep their live values, but the engine compares inputs, and shows them as
 * removed (observed).
 */
function warnOfRemovals(shape: Shape, before: Fields, now: Fields): void {
  // A create has none before.
  if (!shape.inputs.safeParse(before).success) return;
  for (const name of Object.keys(shape.declared.shape)) {
    const old = before[name];
    if (old === undefined || old === null) continue;
    const schema = asType(shape.inputs.shape[name]);
    const field = camelCase(name);
    if (!Object.hasOwn(now, name)) {
      const takesNull = !KEY_BY_KEY.has(name) && schema.safeParse(null).success;
      tell(shape.subject(before), field, takesNull ? " To ask for the default, declare null." : "");
      continue;
    }
    const declared = now[name];
    if (!KEY_BY_KEY.has(name) || !isObject(old) || !isObject(declared)) continue;
    for (const key of Object.keys(old).filter((each) => !Object.hasOwn(declared, each))) {
      tell(shape.subject(before), `${field}.${name === "autocapture" ? camelCase(key) : key}`, "");
    }
  }
}

function tell(subject: string, field: string, advice: string): void {
  warn(`${subject}: ${field} is no longer managed, and keeps its live value: it is not removed.${advice}`);
}
