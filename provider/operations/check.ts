import type { dynamic } from "@pulumi/pulumi";
import type { z } from "zod";
import { printable } from "../../core/text/printable.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import { hideUserInfo } from "../../core/text/user-info.ts";
import { COMPONENT_FIELDS, PROJECT_FIELDS, whyNotExtra } from "../../core/file/known-fields.ts";
import { nearestName } from "../../core/resources/nearest-name.ts";
import { ruleOf } from "../../core/resources/rule-of-issue.ts";
import type { Account } from "../account.ts";
import { inputsOf, isUnknown, type ResourceKind } from "../kinds/resource-kind.ts";
import { keyOf, describe } from "../kinds/names.ts";
import { camelCase, fieldsToService, formatPath, pathFromService, type UnknownField } from "../naming.ts";
import { warn } from "../warnings.ts";
import { warnOfExisting } from "./adoption.ts";
import { properties } from "./state.ts";
import { type Fields, isObject } from "../../core/resources/json.ts";
import { asType, type Path } from "../../core/resources/schema-walk.ts";
import { defaultOf } from "../../core/resources/canonical.ts";

/** Checks inputs against the schema and the catalogue, as far as values are known. An object that exists is only a warning. */
export async function check(
  kind: ResourceKind,
  connection: Account,
  olds: Fields,
  news: Fields,
): Promise<dynamic.CheckResult> {
  const { __provider: _, ...given } = news;
  const { inputs, problems } = parse(kind, given);
  // Inputs of a wrong type cannot be checked further.
  if (problems.length > 0)
    return { inputs: given, failures: problems.map((each) => failureOf(each, connection.redaction)) };

  const preview = { ...connection, ...connection.inPreview() };
  // A wrong token or address is an error of the preview, and not only of the update.
  await preview.checkAccess();
  const before = inputsOf(kind, olds);
  // A create, or the new object of a replacement, has none.
  const isNew = !kind.inputs.safeParse(before).success;
  if (!isNew) {
    for (const each of [...removalsOf(kind, before, inputs), ...nullsOf(kind, before, inputs)]) warn(each, connection);
    // Before it replaces the object, Pulumi checks again, without these inputs.
    connection.claims.declare(keyOf({ kind, inputs: before }));
  }
  const resolved = (await kind.resolve?.(preview, inputs, before)) ?? { inputs, problems: [] };
  if (isNew && resolved.problems.length === 0) await warnOfExisting(kind, preview, resolved.inputs);
  const failures = resolved.problems.map(({ path, message }) =>
    failureOf({ path: pathFromService(kind.inputs, path), reason: message }, connection.redaction),
  );
  return { inputs: properties(kind, resolved.inputs), failures };
}

export type Problem = Readonly<{ path: Path; reason: string }>;

/** The message names the property, because Pulumi shows the value of one that is named apart, also of a secret (observed). */
export function failureOf(
  { path, reason }: Problem,
  { redact, redactTokens }: Pick<Redaction, "redact" | "redactTokens">,
): dynamic.CheckFailure {
  return { property: "", reason: printable(hideUserInfo(`${redactTokens(formatPath(path))}: ${redact(reason)}`)) };
}

/** Given properties by the service's names, and what is wrong with these and with the types. A value that is not known yet is right. */
export function parseGiven(schema: z.ZodObject, given: Fields) {
  const problems: Problem[] = [];
  const inputs = fieldsToService(schema, given, (field) =>
    problems.push({ path: field.path, reason: unknownFieldReason(field) }),
  );
  for (const issue of schema.safeParse(inputs).error?.issues ?? []) {
    const value = valueAt(inputs, issue.path);
    if (isUnknown(value)) continue;
    problems.push({ path: pathFromService(schema, issue.path), reason: reasonOf(issue, value) });
  }
  return { inputs, problems };
}

function parse(kind: ResourceKind, given: Fields) {
  const { inputs, problems } = parseGiven(kind.inputs, given);
  const { extra } = inputs;
  const known = kind.name === "project" ? PROJECT_FIELDS : COMPONENT_FIELDS;
  const own = { names: new Set(Object.keys(kind.inputs.shape)), of: "the resource" };
  for (const name of isObject(extra) ? Object.keys(extra) : []) {
    const reason = whyNotExtra(name, known, own);
    if (reason !== undefined) problems.push({ path: ["extra", name], reason });
  }
  return { inputs, problems };
}

/** The rule for the value, as a sentence with a verb: Pulumi writes "has a problem:" in front. */
function reasonOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return `required field is missing; it ${ruleOf(issue)}`;
  // The schema's own message says more than its rule.
  return issue.code === "custom" ? issue.message : ruleOf(issue);
}

function unknownFieldReason({ path, known: all }: UnknownField): string {
  // What the constructor adds is no field.
  const known = all.filter((name) => !name.startsWith("__"));
  const near = nearestName(String(path.at(-1)), known);
  return `unknown field; ${near === undefined ? `the fields are ${known.join(", ")}` : `did you mean ${near}?`}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, part) => (Object(inner) === inner ? Reflect.get(Object(inner), part) : undefined),
    value,
  );
}

/** `null` is not sent where no default is documented, but the engine compares inputs, and shows it as a change (observed). */
function nullsOf(kind: ResourceKind, before: Fields, now: Fields): string[] {
  const names = Object.keys(kind.declared.shape).filter(
    (name) =>
      now[name] === null && (before[name] ?? null) !== null && defaultOf(asType(kind.inputs.shape[name])) === undefined,
  );
  if (names.length === 0) return [];
  const advice =
    "null asks for the default, and none is documented. The live value stays. Where an empty value can be declared, that clears it.";
  return [`${describe({ kind, inputs: before })}: ${names.map(camelCase).join(", ")}: ${advice}`];
}

/** Fields that are no longer declared keep their live values, but the engine compares inputs, and shows them as removed (observed). */
function removalsOf(kind: ResourceKind, before: Fields, now: Fields): string[] {
  const removed = Object.keys(kind.declared.shape).flatMap((name) => {
    const [old, declared] = [before[name], now[name]];
    if (old === undefined || old === null) return [];
    if (!Object.hasOwn(now, name)) return [camelCase(name)];
    // Managed key by key, where both are records.
    const isByKey = isObject(old) && isObject(declared);
    const keys = isByKey ? Object.keys(old).filter((key) => !Object.hasOwn(declared, key)) : [];
    return keys.map((key) => formatPath(pathFromService(kind.inputs, [name, key])));
  });
  if (removed.length === 0) return [];
  const advice = "The live value stays, it is not removed. Where null can be declared, it asks for the default.";
  return [`${describe({ kind, inputs: before })}: no longer managed: ${removed.join(", ")}. ${advice}`];
}
