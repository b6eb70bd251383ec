import { z } from "zod";

/** `null` in a seed means the same as no value: answers leave the field out. */
function nullable<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const nullableText = nullable(z.string());

/** A field that `settings` of a project component can have. */
const configurationField = z
  .strictObject({
    name: z.string(),
    title: z.string(),
    type: z.enum(["string", "bool", "number"]),
    options: nullable(z.array(z.string())),
    required: z.boolean(),
    description: nullableText,
    secret: z.boolean().optional(),
  })
  .refine((field) => field.options === undefined || field.type === "string", {
    path: ["options"],
    message: "belongs to string fields only",
  });

const componentVersion = z.strictObject({
  object: z.literal("component_version_item").default("component_version_item"),
  version: z.string().optional(),
  wit_world_version: z.string().optional(),
  wasm_url: z.string().optional(),
  dynamic_fields: z.array(configurationField).optional(),
  changelog: nullableText,
  created_at: z.iso.datetime().optional(),
});

/** The documented values (docs/internals/service.md, Catalogue). */
export const category = z.enum([
  "data_collection",
  "edge_function",
  "js_gateway",
  "security",
  "consent_management",
  "identity",
  "stitching",
]);
export const subcategory = z.enum([
  "analytics",
  "warehouse",
  "attribution",
  "conversion_api",
  "wasm_function",
  "server_side_tagging",
  "microservice",
  "kv_store",
  "bot_protection",
  "rate_limiting",
  "anti_fraud",
  "consent_mapping",
  "cmp",
  "native_cookies",
  "unique_id",
  "ab_testing",
  "web_performance",
]);

/**
 * A catalogue component, in a seed and in an answer (docs/internals/service.md, Catalogue). The emulator needs only `id` and `slug`.
 * Fields that a seed leaves out are also left out of answers.
 */
export const component = z
  .strictObject({
    object: z.literal("component").default("component"),
    id: z.string().min(1),
    slug: z.string().regex(/^[a-z0-9-]+\/[a-z0-9-]+$/, 'must be "organization/component"'),
    name: z.string().optional(),
    avatar_url: nullableText,
    category: category.optional(),
    subcategory: subcategory.optional(),
    description: nullableText,
    latest_version: z.string().optional(),
    versions: z.record(z.string(), componentVersion).optional(),
    repo_link: nullableText,
    documentation_link: nullableText,
    created_at: z.iso.datetime().optional(),
    updated_at: z.iso.datetime().optional(),
    is_public: z.boolean().optional(),
    is_archived: z.boolean().optional(),
  })
  .refine(
    ({ latest_version: latest, versions }) =>
      latest === undefined || versions === undefined || Object.hasOwn(versions, latest),
    { path: ["latest_version"], message: "is not one of the versions" },
  );

/** A catalogue component in a seed. */
export type SeededComponent = z.input<typeof component>;

/** A catalogue component in an answer. */
export type Component = z.output<typeof component>;

export type ComponentVersion = z.output<typeof componentVersion>;

export type Catalogue = ReturnType<typeof createCatalogue>;

/** The components that projects can integrate. The catalogue never changes while the emulator runs. */
export function createCatalogue(components: readonly Component[]) {
  const ids = new Map(components.map((component) => [component.id, component]));
  const slugs = new Map(components.map((component) => [component.slug, component]));
  return {
    byId: (id: string) => ids.get(id),
    /** By "organization/component". */
    bySlug: (slug: string) => slugs.get(slug),
  };
}
