import type { z } from "zod";

/** A field that a project update may set: `null` asks for the documented default (itself `null` where there is none). */
export function setting<Schema extends z.ZodType, const Default extends z.output<Schema> | null>(
  schema: Schema,
  fallback: Default,
) {
  return schema.nullable().transform((value): z.output<Schema> | Default => value ?? fallback);
}
