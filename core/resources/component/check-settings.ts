import type { ConfigurationField } from "../../api/records.ts";
import { type Fields, own } from "../json.ts";
import { nearestName } from "../nearest-name.ts";
import { unquoted } from "../../text/quoted.ts";
import { isPlacementSetting } from "./placement-settings.ts";

/** An objection of the catalogue to a declared component. An `error` forbids the write; a `warning` is shown. */
export interface Finding {
  readonly level: "error" | "warning";
  readonly field: "component" | "version" | "settings";
  /** Name of the setting, if the finding is about one. */
  readonly setting?: string;
  /** The value is wrong. Otherwise the name is wrong, or something is missing. */
  readonly inValue?: boolean;
  /** Never holds a value, which may be a secret. */
  readonly message: string;
}

/**
 * Checks settings against the fields that a version takes. `pending`: names of declared settings whose values are not known
 * yet. `mayHaveOthers`: settings that are not declared may be live, so a missing one is no error.
 */
export function checkSettings(
  subject: string,
  fields: readonly ConfigurationField[],
  settings: Fields,
  pending: ReadonlySet<string>,
  mayHaveOthers: boolean,
): Finding[] {
  const error = (setting: string, message: string, inValue = false): Finding => ({
    level: "error",
    field: "settings",
    setting,
    inValue,
    message,
  });
  const known = new Map(fields.map((field) => [field.name, field]));
  const findings: Finding[] = [];
  for (const name of new Set([...Object.keys(settings), ...pending])) {
    if (known.has(name) || isPlacementSetting(name)) continue;
    const finding = error(name, `${subject} has no setting ${unquoted(name)}. ${suggestion(name, [...known.keys()])}`);
    // `null` is not sent. It may name a secret of an earlier version that may be lost.
    findings.push(own(settings, name) === null ? { ...finding, level: "warning" } : finding);
  }
  const [path, prefix] = ["edgee_path", "edgee_path_prefix"].map((name) => own(settings, name) ?? "");
  if (path !== "" && prefix !== "") {
    const message = `${subject} has edgee_path and edgee_path_prefix: with both, it is likely to run on no request. Keep one.`;
    findings.push({ level: "warning", field: "settings", message });
  }
  for (const field of fields) {
    if (pending.has(field.name)) continue;
    const value = own(settings, field.name);
    if (value === undefined || value === null) {
      // A declared `null` leaves a live value, but would give up a secret.
      const missing = field.required === true && (!mayHaveOthers || (value === null && field.secret === true));
      if (missing) findings.push(error(field.name, `${subject} requires the setting ${field.name}.`));
      continue;
    }
    const wrong = describeMismatch(field, value);
    if (wrong !== undefined) findings.push(error(field.name, `Setting ${field.name} of ${subject} ${wrong}.`, true));
  }
  return findings;
}

function suggestion(unknown: string, known: readonly string[]): string {
  const near = nearestName(unknown, known);
  const hint = near === undefined ? "" : `Did you mean ${near}? `;
  return `${hint}${known.length === 0 ? "It takes no settings." : `It takes ${known.join(", ")}.`}`;
}

const TYPES: Readonly<Record<string, string>> = { string: "string", bool: "boolean", number: "number" };

/** Says why a value is wrong, without the value, which may be a secret. A type that this version does not know is not checked. */
function describeMismatch(field: ConfigurationField, value: unknown): string | undefined {
  const type = own(TYPES, field.type);
  if (type !== undefined && typeof value !== type) return `must be a ${field.type}, not ${typeName(value)}`;
  const options = field.options ?? [];
  if (typeof value === "string" && options.length > 0 && !options.includes(value)) {
    return `must be one of ${options.join(", ")}`;
  }
  return undefined;
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  return `a ${typeof value === "boolean" ? "bool" : typeof value}`;
}
