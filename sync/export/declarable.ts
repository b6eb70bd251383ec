import { z } from "zod";
import { canonical } from "../../provider/resources/canonical.ts";
import { isObject } from "../../provider/resources/json.ts";
import { child, unwrap } from "../../provider/resources/schema-walk.ts";

/**
 * A live value as a file declares it: without the defaults of the service inside it, and with numbers, flags and choices in the
 * form that a file requires (`true`, not `"true"`). Text stays as the service has it. Fields that the schema does not name stay,
 * unless they are `null`.
 */
export function declarable(schema: z.ZodType | undefined, value: unknown): unknown {
  const inner = schema === undefined ? undefined : unwrap(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item: unknown, index) => declarable(child(inner, index), item));
  }
  if (inner instanceof z.ZodObject && isObject(value)) {
    const kept = Object.entries(value).flatMap(([name, content]) => {
      const field = child(inner, name);
      return isDefault(field, content) ? [] : [[name, declarable(field, content)] as const];
    });
    return Object.fromEntries(kept);
  }
  if (schema === undefined || schema.safeParse(value).success) return value;
  const form = canonical(schema, value);
  return schema.safeParse(form).success ? form : value;
}

/** Whether the file can leave the field out. */
function isDefault(field: z.ZodType | undefined, value: unknown): boolean {
  const isRequired = field !== undefined && !field.safeParse(undefined).success;
  return !isRequired && canonical(field ?? z.unknown(), value) === null;
}
