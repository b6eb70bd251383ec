import { z } from "zod";
import { SEGMENT } from "../api/path.ts";
import { asKey, asSet, cacheRule, rateLimitingRule } from "./rule-schemas.ts";

const flag = (byDefault: boolean, about: string) => z.boolean().nullish().meta({ default: byDefault }).describe(about);
const text = (about: string) => z.string().nullish().describe(about);
const set = (about: string) => z.array(z.string()).nullish().meta(asSet).describe(about);

/** The fields of a create, besides the organization (docs/service.md, "Endpoints"). */
export const baseFields = {
  slug: z
    .string()
    .regex(SEGMENT, "must be letters, digits and . _ ~ -, without a leading dot")
    .meta(asKey)
    .describe("Name in the organization, as in URLs: letters, digits and `. _ ~ -`. Unique in the organization."),
  type: z.enum(["proxy", "ai_analytics", "mcp"]).optional().meta({ default: "proxy" }).describe("Kind of project."),
  description: text("Description for people."),
  external_project_url: text("URL of the project in another system."),
};

/** The settings of a project. An update takes them; a create does not (docs/service.md, "Endpoints"). */
export const settingFields = {
  log_severity: z
    .enum(["DEBUG", "INFO", "WARNING", "ERROR"])
    .nullish()
    .meta({ default: "INFO" })
    .describe("Lowest severity that is logged."),
  edgee_behind_proxy_cache: flag(false, "Whether a caching proxy is in front of the service."),
  force_https: flag(true, "Redirect HTTP to HTTPS."),
  cache: flag(false, "Cache responses."),
  override_cache: z.array(cacheRule).nullish().describe("Rules that override the default caching, ordered by `rank`."),
  override_cache_enabled: flag(false, "Whether the rules in `override_cache` apply."),
  cookie_name: text("Name of the service's cookie."),
  cookie_domain: text("Domain of the service's cookie."),
  proxy_only: flag(false, "Only proxy requests; run no components."),
  proxy_only_path_regex: text("Regular expression for paths that are only proxied."),
  inject_sdk: flag(false, "Insert the SDK into pages."),
  inject_sdk_position: z
    .enum(["prepend", "append"])
    .nullish()
    .meta({ default: "append" })
    .describe("Position of the SDK in the page's head."),
  cookieless: flag(false, "Work without cookies."),
  autocapture: z
    .strictObject({
      pageview: z.boolean().optional().describe("Page views."),
      spa_pageview: z.boolean().optional().describe("Page views in single-page applications."),
      engagement: z.boolean().optional().describe("Time that visitors spend on a page."),
      click: z.boolean().optional().describe("Clicks."),
      form: z.boolean().optional().describe("Submitted forms."),
      scroll: z.boolean().optional().describe("Scrolling."),
    })
    .nullish()
    .describe("Events to capture without code. Each is managed separately."),
  enforce_no_store_policy: flag(false, "Send `no-store` with every response."),
  trusted_ips: set("IP addresses and networks that are always allowed."),
  password_protection: flag(false, "Require a password from visitors."),
  blocked_ips: set(
    "IP addresses and networks to block. Has an effect only without `trusted_ips` and `password_protection`.",
  ),
  cookie_whitelist: set("Names of allowed cookies."),
  forwarded_headers: z
    .array(
      z.strictObject({
        name: z.string().min(1).describe("Header name."),
        value: z.string().describe("Header value."),
      }),
    )
    .nullish()
    .describe("Headers to add to requests to the origin."),
  rate_limiting: z
    .array(rateLimitingRule)
    .nullish()
    .describe("Rules that limit the requests of a client, ordered by `rank`."),
  rate_limiting_enabled: flag(false, "Whether the rules in `rate_limiting` apply."),
};

/** Fields that the service sets itself. */
export const READ_ONLY = new Set(["object", "id", "avatar_url", "created_at", "updated_at"]);

export const projectFields = { ...baseFields, ...settingFields };

/** The fields of a project that a user may declare. An absent field is not managed. `null` asks for the service's default. */
export const declaredProject = z.strictObject({
  organization_id: z
    .string()
    .regex(/^[!-~]+$/, "must be an id of the service, without spaces")
    .meta(asKey)
    .describe("ID of the organization. Cannot be changed."),
  ...projectFields,
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Fields that the service has but this version does not know. They are sent and compared unchanged."),
});
export type DeclaredProject = z.infer<typeof declaredProject>;
