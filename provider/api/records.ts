import { z } from "zod";

/*
 * Records as the service answers them. Only what this tool relies on is checked; every other field passes as it came,
 * known or not, because one odd record must not stop a run over a hundred good ones. Fields: service description.
 */

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
  component_version: z.string().nullish(),
  active: z.boolean().nullish(),
  settings: z.record(z.string(), z.unknown()).nullish(),
});
export type ProjectComponentRecord = z.infer<typeof projectComponentRecord>;

export const domainRecord = z.looseObject({
  name: z.string().min(1),
  project_id: z.string().nullish(),
  /** Whether the DNS of the host name points at the service. */
  dns_status: z.boolean().nullish(),
  /** Whether a certificate has been issued. */
  ssl_status: z.boolean().nullish(),
});
export type DomainRecord = z.infer<typeof domainRecord>;

const configurationField = z.looseObject({
  name: z.string(),
  title: z.string().nullish(),
  type: z.string(),
  options: z.array(z.string()).nullish(),
  required: z.boolean().nullish(),
  description: z.string().nullish(),
  secret: z.boolean().nullish(),
});
/** One setting that a version of a component takes. */
export type ConfigurationField = z.infer<typeof configurationField>;

const componentVersion = z.looseObject({
  version: z.string().nullish(),
  dynamic_fields: z.array(configurationField).nullish(),
  changelog: z.string().nullish(),
});

/** Interface document, 2.1: every field is optional in a response. */
export const componentRecord = z.looseObject({
  id: z.string().nullish(),
  name: z.string().nullish(),
  slug: z.string().nullish(),
  description: z.string().nullish(),
  latest_version: z.string().nullish(),
  versions: z.record(z.string(), componentVersion).nullish(),
  documentation_link: z.string().nullish(),
  is_public: z.boolean().nullish(),
  is_archived: z.boolean().nullish(),
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
