import { z } from "zod";

/**
 * A field of a project or of a component in it: names with dots between them, such as `cookie_name` or `settings.region`. `*`
 * means each item of a list: `override_cache.*.ttl`.
 */
const field = z
  .string()
  .regex(
    /^(?:[a-z_]\w*)(?:\.(?:\*|[A-Za-z_]\w*))*$/,
    "must be names with dots between them, * for each item of a list",
  );
const fields = z.array(field).readonly();

/** What a service makes of the fields that it is sent. These habits change what it stores. */
export const changes = z.strictObject({
  /**
   * What an update does with `settings` of a component. `replace`: the new object replaces the old one. `merge`: settings that
   * the request does not name stay. `merge-patch`: also, a setting that is `null` is removed. Default: `replace`.
   */
  settings: z.enum(["replace", "merge", "merge-patch"]).optional(),
  /** A change of the version removes the settings that the new version does not have. Default: false. */
  versionDropsSettings: z.boolean().optional(),
  /** Fields that an update does not change, such as `external_project_url`. Default: none. */
  ignored: fields.optional(),
  /** Fields that are never stored. Default: none. */
  dropped: fields.optional(),
  /** Fields that change another one: a write that sets `field` to `value` stores `sets` too. Default: none. */
  coupled: z
    .array(z.strictObject({ field: z.string(), value: z.unknown(), sets: z.record(z.string(), z.unknown()) }))
    .readonly()
    .optional(),
  /** Values that the service corrects without a word. Default: none. */
  limits: z
    .array(
      z.strictObject({
        field,
        /** The smallest number. */
        least: z.number().optional(),
        /** The largest number. */
        most: z.number().optional(),
        /** Numbers are rounded to a multiple of this. */
        step: z.number().positive().optional(),
        /** Texts are cut to this length. */
        length: z.int().min(1).optional(),
      }),
    )
    .readonly()
    .optional(),
});

export type Changes = z.infer<typeof changes>;
