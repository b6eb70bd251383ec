import { z } from "zod";
import type { Semantics } from "./canonical.ts";
import { isAddressOrNetwork } from "./canonical-forms.ts";
import { asCaselessKey, asSet, cacheRule, means, rateLimitingRule } from "./rule-schemas.ts";
import { sensitive } from "./sensitive-values.ts";

/*
 * The table of a project's fields: a new one is one line in `settingFields`. Schema, arguments of Pulumi, comparison, export and docs follow
 * from it.
 */

/** Letters, digits and `._~-`, not starting with a dot. */
const SLUG = /^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,252}$/;

const flag = (byDefault: boolean, about: string) => z.boolean().nullish().meta({ default: byDefault }).describe(about);
const text = (about: string, meaning: Semantics = {}) => z.string().nullish().meta(means(meaning)).describe(about);
const choice = <const Value extends string>(values: readonly Value[], byDefault: Value, about: string) =>
  z.enum(values).nullish().meta({ default: byDefault }).describe(about);
const set = (item: z.ZodString, about: string) =>
  z
    .array(item)
    .nullish()
    .meta({ ...asSet, default: [] })
    .describe(about);
/** Necessary for an address or a network, for editors. */
const ADDRESS = "^[0-9a-fA-F:.]+(?:/[0-9]{1,3})?$";
const address = z
  .string()
  .refine(isAddressOrNetwork, "must be an IP address such as 203.0.113.7 or a network such as 203.0.113.0/24")
  .meta({ ...means({ form: "address" }), pattern: ADDRESS });
const event = (about: string) => z.boolean().optional().meta({ default: false }).describe(about);

/** Marks a field that the service does not document as nullable (docs/internals/service.md, "Defaults"), with what stands for `null` in a body. */
const notNullable = (emptyForm: unknown) => ({ emptyForm });

/** The fields of a create, besides the organization (docs/internals/service.md, "Endpoints"). */
export const baseFields = {
  slug: z
    .string()
    .regex(SLUG, "must be letters, digits and . _ ~ -, without a leading dot")
    .meta(asCaselessKey)
    .describe("Name in the organization, as in URLs: letters, digits and `. _ ~ -`. Unique in the organization."),
  type: z.enum(["proxy", "ai_analytics", "mcp"]).optional().meta({ default: "proxy" }).describe("Kind of project."),
  description: text("Description for people.").meta(notNullable("")),
  external_project_url: text("URL of the project in another system.", { form: "url" }).meta({
    ...sensitive("url"),
    ...notNullable(""),
  }),
};

const events = {
  pageview: event("Page views."),
  spa_pageview: event("Page views in single-page applications."),
  engagement: event("Time that visitors spend on a page."),
  click: event("Clicks."),
  form: event("Submitted forms."),
  scroll: event("Scrolling."),
};

/** Stands for an event that this version does not know. */
export const anyEvent = event("");

/** The settings of a project. An update takes them; a create does not (docs/internals/service.md, "Endpoints"). */
export const settingFields = {
  log_severity: choice(["DEBUG", "INFO", "WARNING", "ERROR"], "INFO", "Lowest severity that is logged."),
  edgee_behind_proxy_cache: flag(false, "Whether a caching proxy is in front of the service."),
  force_https: flag(true, "Redirect HTTP to HTTPS."),
  cache: flag(false, "Cache responses."),
  override_cache: z
    .array(cacheRule)
    .nullish()
    .meta(notNullable([]))
    .describe("Rules that override the default caching, ordered by `rank`."),
  override_cache_enabled: flag(false, "Whether the rules in `override_cache` apply."),
  cookie_name: text("Name of the service's cookie.").meta({ default: "edgee" }),
  cookie_domain: text("Domain of the service's cookie.", { form: "cookieDomain" }),
  proxy_only: flag(false, "Only proxy requests; run no components."),
  proxy_only_path_regex: text("Regular expression for paths that are only proxied."),
  inject_sdk: flag(false, "Insert the SDK into pages."),
  inject_sdk_position: choice(["prepend", "append"], "append", "Position of the SDK in the page's head."),
  cookieless: flag(false, "Work without cookies."),
  autocapture: z
    .strictObject(events)
    .nullish()
    .meta({ default: {}, ...notNullable(Object.fromEntries(Object.keys(events).map((name) => [name, false]))) })
    .describe("Events to capture without code. Each is managed separately."),
  enforce_no_store_policy: flag(false, "Send `no-store` with the responses that components can be run on."),
  trusted_ips: set(
    address,
    "The only IP addresses and networks that have access: everybody else is refused. Empty: everybody has access.",
  ),
  password_protection: flag(
    false,
    "Require a password from visitors. The password is no field: set it at the service first, or visitors may be locked out.",
  ),
  blocked_ips: set(
    address,
    "IP addresses and networks to block. Has an effect only without `trusted_ips` and `password_protection`.",
  ),
  cookie_whitelist: set(z.string(), "Names of allowed cookies."),
  forwarded_headers: z
    .array(
      z.strictObject({
        name: z
          .string()
          .min(1)
          .meta(means({ form: "headerName" }))
          .describe("Header name."),
        value: z
          .string()
          .meta({ ...means({ form: "headerValue" }), ...sensitive("value") })
          .describe("Header value."),
      }),
    )
    .nullish()
    .meta({ ...means({ headers: true }), default: [] })
    .describe("Headers to add to requests to the origin."),
  rate_limiting: z
    .array(rateLimitingRule)
    .nullish()
    .meta({ default: [] })
    .describe("Rules that limit the requests of a client, ordered by `rank`."),
  rate_limiting_enabled: flag(false, "Whether the rules in `rate_limiting` apply."),
};

/** Fields that the service sets itself. */
export const READ_ONLY = new Set(["object", "id", "avatar_url", "created_at", "updated_at"]);

export const projectFields = { ...baseFields, ...settingFields };

/** The schema of a field; `undefined` if it is not known. */
export function fieldOf(name: string): z.ZodType | undefined {
  const fields: Readonly<Record<string, z.ZodType>> = projectFields;
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The fields of a project that a user may declare. An absent field is not managed. `null` asks for the service's default. */
export const declaredProject = z.strictObject({
  organization_id: z
    .string()
    .regex(/^[!-~]+$/, "must be an id of the service, without spaces")
    .meta(asCaselessKey)
    .describe("ID of the organization. Cannot be changed."),
  ...projectFields,
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Fields that the service has but this version does not know. They are sent and compared unchanged."),
});
export type DeclaredProject = z.infer<typeof declaredProject>;
