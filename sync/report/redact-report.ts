import { z } from "zod";
import type { Redaction } from "../../core/text/redaction.ts";
import { hideUserInfo } from "../../core/text/user-info.ts";
import { shorten } from "../../core/file/problem.ts";
import { HiddenValue, SECRET } from "../../core/resources/hidden-value.ts";
import { isObject, own } from "../../core/resources/json.ts";
import { outcome } from "./item-outcome.ts";
import { redactions, type Data } from "../../core/plan/record-fields.ts";
import { planRecord } from "../../core/plan/plan.ts";
import { reportRecord } from "./report.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";

/*
 * Redacts a report field by field, by the tables of its records: see plan/field.ts. Values lose every secret, also in keys and
 * numbers. What the tables do not name is left out, so that no new field is shown unredacted.
 */

export const redactPlan = redactor(planRecord);
export const redactOutcome = redactor(outcome);
export const redactReport = redactor(reportRecord);

function redactor<Schema extends z.ZodType>(
  schema: Schema,
): (record: Data<z.output<Schema>>, redaction: Redaction) => Data<z.output<Schema>>;
function redactor(schema: z.ZodType): (record: unknown, redaction: Redaction) => unknown {
  return (record, redaction) => redactBy(schema, record, redaction);
}

/** The fields come in the order of the table. A field without a value is left out. */
function redactBy(schema: z.core.$ZodType, content: unknown, redaction: Redaction): unknown {
  if (schema instanceof z.ZodOptional) return redactBy(schema.unwrap(), content, redaction);
  if (schema instanceof z.ZodNullable) return content === null ? null : redactBy(schema.unwrap(), content, redaction);
  if (schema instanceof z.ZodUnknown) return redactValue(content, redaction);
  if (schema instanceof z.ZodString) return redactText(schema, String(content), redaction);
  if (schema instanceof z.ZodArray && Array.isArray(content)) {
    return content.map((each: unknown) => redactBy(schema.element, each, redaction));
  }
  if (!(schema instanceof z.ZodObject) || !isObject(content)) return content;
  const fields = Object.entries<z.core.$ZodType>(schema.shape).flatMap(([name, field]) => {
    const value = own(content, name);
    return value === undefined ? [] : [[name, redactBy(field, value, redaction)] as const];
  });
  return Object.fromEntries(fields);
}

function redactText(schema: z.ZodString, text: string, redaction: Redaction): string {
  const { as = "text", most } = redactions.get(schema) ?? {};
  if (as === "word") return text;
  const shown = as === "name" ? redactName(text, redaction) : hideUserInfo(redaction.redact(text));
  return most === undefined ? shown : shorten(shown, most);
}

export function redactName(text: string, { redactTokens }: Pick<Redaction, "redactTokens">): string {
  return hideUserInfo(redactTokens(text));
}

/** A value of a file or of the service: a secret may be any text in it, a number, or a key. */
function redactValue(value: unknown, redaction: Redaction): unknown {
  const { redact } = redaction;
  if (typeof value === "string") return redact(value);
  if (typeof value === "number") return redact(String(value)) === String(value) ? value : SECRET;
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, redaction));
  if (!isObject(value) || value instanceof HiddenValue) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, content]) => [hideUserInfo(redact(key)), redactValue(content, redaction)]),
  );
}

/** The names that a file declares. They are never secret: a secret that is a whole segment of one is shown wherever it occurs. */
export function namesDeclared({ project, components = [], domains = [] }: LoadedFile): string[] {
  const { declared, previousSlug = "", id = "" } = project;
  return [
    declared.organization_id,
    declared.slug,
    previousSlug,
    id,
    ...components.flatMap((component) => [component.declared.component, component.id ?? ""]),
    ...domains.map((domain) => domain.declared.name),
  ];
}
