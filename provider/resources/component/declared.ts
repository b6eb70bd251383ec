import { z } from "zod";
import { COMPONENT_SLUG } from "../catalogue.ts";
import { asKey } from "../rule-schemas.ts";

/** What a user may declare of a component in a project. A field that is left out is not managed. */
export const declaredComponent = z.strictObject({
  component: z
    .string()
    .regex(COMPONENT_SLUG, "organization/component, as in the catalogue")
    .describe("`organization/component` in the catalogue; with the project the natural key. Cannot be changed."),
  version: z
    .string()
    .min(1)
    .optional()
    .meta(asKey)
    .describe(
      "Version in the catalogue, or `latest`. A new component without one gets the version the service gives it.",
    ),
  active: z.boolean().nullish().meta({ default: true }).describe("Whether the component runs."),
  settings: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe("Settings by the catalogue's names. Owned key by key: what is not declared stays as it is."),
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Fields that the service has and this version does not know, sent and compared as they are."),
});

/** After `latest` is resolved, `version` is a concrete one. */
export type DeclaredComponent = z.infer<typeof declaredComponent>;
