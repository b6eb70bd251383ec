import type { z } from "zod";

/** A setting of a project. `null` requests the default. If that is `undefined`, answers leave out the field. */
export function setting<Schema extends z.ZodType, const Default extends z.output<Schema> | undefined>(
  schema: Schema,
  fallback: Default,
) {
  return schema.nullable().transform((value): z.output<Schema> | Default => value ?? fallback);
}
