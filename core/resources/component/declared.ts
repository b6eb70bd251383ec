import { z } from "zod";
import { COMPONENT_SLUG } from "../catalogue.ts";
import { asKey, means } from "../rule-schemas.ts";

/** The fields of a component in a project that a user may declare. A field that is left out is not managed. */
export const declaredComponent = z.strictObject({
  component: z
    .string()
    .regex(COMPONENT_SLUG, "must be organization/component, as in the catalogue")
    .meta(means({ form: "key" }))
    .describe("`organization/component` in the catalogue. Cannot be changed."),
  version: z
    .string()
    .min(1)
    .optional()
    .meta(asKey)
    .describe("Version in the catalogue, or `latest`. Without it, the service chooses the version of a new component."),
  active: z.boolean().nullish().meta({ default: true }).describe("Whether the component runs."),
  settings: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe(
      "Settings, by their names in the catalogue, and those that place an edge function. Managed key by key: an undeclared setting is left unchanged.",
    ),
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Fields that the service has but this version does not know. They are sent and compared unchanged."),
});

/** After `latest` is resolved, `version` is a concrete one. */
export type DeclaredComponent = z.infer<typeof declaredComponent>;
