import { z } from "zod";
import type { Redaction } from "../../core/text/redaction.ts";
import { hideUserInfo } from "../../core/text/user-info.ts";
import { shorten } from "../../core/file/problem.ts";
import { HiddenValue, SECRET } from "../../core/resources/hidden-value.ts";
import { isObject, own } from "../../core/resources/json.ts";
import { oncePerObject } from "../../core/resources/once-per-object.ts";
import { outcome } from "./item-outcome.ts";
import { redactions, type Data } from "../../core/plan/record-fields.ts";
import { planRecord } from "../../core/plan/plan.ts";
import { reportRecord } from "./report.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";

/*
 * Redacts a report field by field, by the tables of its records: see core/plan/record-fields.ts. Values lose every secret, also in keys and
 * numbers. What the tables do not name is left out, so that no new field is shown unredacted.
 */

type Redactor = (content: unknown, redaction: Redaction) => unknown;

/** What a schema says of a record is worked out once: a plan has thousands of items. The fields come in the order of the table. */
const redactorBy: (schema: z.core.$ZodType) => Redactor = oncePerObject((schema) => {
  if (schema instanceof z.ZodOptional) return redactorBy(schema.unwrap());
  if (schema instanceof z.ZodUnknown) return redactValue;
  if (schema instanceof z.ZodString) return textRedactor(schema);
  if (schema instanceof z.ZodNullable) {
    const inner = redactorBy(schema.unwrap());
    return (content, redaction) => (content === null ? null : inner(content, redaction));
  }
  if (schema instanceof z.ZodArray) {
    const item = redactorBy(schema.element);
    return (content, redaction) =>
      Array.isArray(content) ? content.map((each: unknown) => item(each, redaction)) : content;
  }
  if (!(schema instanceof z.ZodObject)) return (content) => content;
  const fields = Object.entries<z.core.$ZodType>(schema.shape).map(
    ([name, field]) => [name, redactorBy(field)] as const,
  );
  return (content, redaction) => {
    if (!isObject(content)) return content;
    const redacted: Record<string, unknown> = {};
    for (const [name, redact] of fields) {
      const value = own(content, name);
      if (value !== undefined) redacted[name] = redact(value, redaction);
    }
    return redacted;
  };
});

export const redactPlan = redactor(planRecord);
export const redactOutcome = redactor(outcome);
export const redactReport = redactor(reportRecord);

function redactor<Schema extends z.ZodType>(
  schema: Schema,
): (record: Data<z.output<Schema>>, redaction: Redaction) => Data<z.output<Schema>>;
function redactor(schema: z.ZodType): Redactor {
  return redactorBy(schema);
}

function textRedactor(schema: z.ZodString): Redactor {
  const { as = "text", most } = redactions.get(schema) ?? {};
  if (as === "word") return String;
  return (content, redaction) => {
    const text = String(content);
    const shown = as === "name" ? redactName(text, redaction) : hideUserInfo(redaction.redact(text));
    return most === undefined ? shown : shorten(shown, most);
  };
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
