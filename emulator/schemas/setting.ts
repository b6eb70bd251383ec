import type { z } from "zod";

/** A setting of a project. `null` requests the default, which is `null` itself if none is documented. */
export function setting<Schema extends z.ZodType, const Default extends z.output<Schema> | null>(
  schema: Schema,
  fallback: Default,
) {
  return schema.nullable().transform((value): z.output<Schema> | Default => value ?? fallback);
}
