import { z } from "zod";

/*
 * Records as the service answers them. What tells one object from another has to be there, and what an update sends back
 * has to be understood; of every other field a value of another type is kept as it is, or counts as not said, because one
 * odd record must not stop a run over a hundred good ones. What is not named here passes as it came. Fields: service
 * description.
 */

/** What cannot be understood counts as not said. */
function unlessOdd<Part extends z.ZodType>(part: Part) {
  return part.nullish().catch(undefined);
}

export const projectRecord = z.looseObject({
  id: z.string().min(1),
  organization_id: z.string().nullish(),
  slug: z.string().nullish(),
});
export type ProjectRecord = z.infer<typeof projectRecord>;

export const projectComponentRecord = z.looseObject({
  id: z.string().min(1),
  component_id: z.string().nullish(),
  /** `organization/component` in the catalogue. */
  component_slug: z.string().nullish(),
  component_version: unlessOdd(z.string()),
  /** A boolean. Anything else is kept: it is neither `true` nor `false`, and so differs from both. */
  active: z.unknown().optional(),
  settings: z.record(z.string(), z.unknown()).nullish(),
});
export type ProjectComponentRecord = z.infer<typeof projectComponentRecord>;

export const domainRecord = z.looseObject({
  name: z.string().min(1),
  project_id: z.string().nullish(),
  /** Whether the DNS of the host name points at the service: a boolean. Only shown. */
  dns_status: z.unknown().optional(),
  /** Whether a certificate has been issued: a boolean. Only shown. */
  ssl_status: z.unknown().optional(),
});
export type DomainRecord = z.infer<typeof domainRecord>;

const configurationField = z.looseObject({
  name: z.string(),
  title: unlessOdd(z.string()),
  type: z.string(),
  /** As text: options are those of a text. */
  options: unlessOdd(z.array(z.union([z.string(), z.number()]).transform(String))),
  required: z.boolean().nullish(),
  description: unlessOdd(z.string()),
  secret: z.boolean().nullish(),
});
/** One setting that a version of a component takes. */
export type ConfigurationField = z.infer<typeof configurationField>;

/** Its settings are described in full or not at all: one that cannot be understood may be required, or a secret. */
const componentVersion = z.looseObject({ dynamic_fields: unlessOdd(z.array(configurationField)) });

/** Interface document, 2.1: every field is optional in a response. */
export const componentRecord = z.looseObject({
  id: unlessOdd(z.string()),
  name: unlessOdd(z.string()),
  slug: unlessOdd(z.string()),
  description: unlessOdd(z.string()),
  latest_version: unlessOdd(z.string()),
  versions: unlessOdd(z.record(z.string(), componentVersion.catch({}))),
  documentation_link: unlessOdd(z.string()),
  is_public: unlessOdd(z.boolean()),
  is_archived: unlessOdd(z.boolean()),
});
export type ComponentRecord = z.infer<typeof componentRecord>;

export const listRecord = z.looseObject({
  data: z.array(z.unknown()),
  has_more: z.boolean().nullish(),
  last_key: z.string().nullish(),
});

/** What a delete answers, if it answers anything. */
export const deletedRecord = z.looseObject({ deleted: z.boolean().nullish() });

/** The service's error shape. */
export const errorRecord = z.looseObject({
  error: z.looseObject({
    type: z.string().min(1),
    // Only the type decides anything; what else is odd must not turn a "not found" into something unknown.
    message: z.string().nullish().catch(null),
    params: z
      .array(z.looseObject({ param: z.string().nullish(), message: z.string().nullish() }))
      .nullish()
      .catch(null),
  }),
});
