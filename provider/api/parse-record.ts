import type { z } from "zod";
import { type Call, OddRecordError } from "./errors.ts";

/** A record of an answer by its schema, or an OddRecordError. `subject`: what the error calls the record. */
export function parseRecord<S extends z.ZodType>(
  call: Call,
  schema: S,
  record: unknown,
  redact: (text: string) => string,
  subject = "the answer",
): z.output<S> {
  const parsed = schema.safeParse(record);
  if (parsed.success) return parsed.data;
  // Names only: a value may be a secret.
  const names = parsed.error.issues.map(
    ({ path: keys }) => keys.map((key) => fieldName(redact(String(key)))).join(".") || "all of it",
  );
  const fields = [...new Set(names)].slice(0, 5).join(", ");
  throw new OddRecordError(call, `${subject} has missing or invalid fields (${fields})`);
}

/** A key of the answer. Free text is left out: it could be anything, also a secret. */
function fieldName(name: string): string {
  return /^[\w.-]{1,40}$/.test(name) ? name : "…";
}
