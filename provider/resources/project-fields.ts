import { z } from "zod";
import { SEGMENT } from "../api/path.ts";
import { asKey, asSet, cacheRule, rateLimitingRule } from "./rule-schemas.ts";

const flag = (byDefault: boolean, about: string) => z.boolean().nullish().meta({ default: byDefault }).describe(about);
const text = (about: string) => z.string().nullish().describe(about);
const set = (about: string) => z.array(z.string()).nullish().meta(asSet).describe(about);

/** What create takes, besides the organization (service description, endpoint 1). */
export const baseFields = {
  slug: z
    .string()
    .regex(SEGMENT, "letters, digits and . _ ~ -, with no dot first")
    .meta(asKey)
    .describe(
      "Name in the organization, as in URLs: letters, digits and `. _ ~ -`. With the organization the natural key.",
    ),
  type: z
    .enum(["proxy", "ai_analytics", "mcp"])
    .optional()
    .meta({ default: "proxy" })
    .describe("What the project is for."),
  description: text("Free text for people."),
  external_project_url: text("Address of the project elsewhere."),
};

/** The settings of a project (service description): an update takes them, a create does not. */
export const settingFields = {
  log_severity: z
    .enum(["DEBUG", "INFO", "WARNING", "ERROR"])
    .nullish()
    .meta({ default: "INFO" })
    .describe("Least severity that is logged."),
  edgee_behind_proxy_cache: flag(false, "Whether a caching proxy stands in front of the service."),
  force_https: flag(true, "Redirect http to https."),
  cache: flag(false, "Cache answers."),
  override_cache: z.array(cacheRule).nullish().describe("Rules that override the cache's own, ordered by rank."),
  override_cache_enabled: flag(false, "Whether `override_cache` is in force."),
  cookie_name: text("Name of the service's cookie."),
  cookie_domain: text("Domain of the service's cookie."),
  proxy_only: flag(false, "Only proxy, without components."),
  proxy_only_path_regex: text("Regular expression of the paths that are only proxied."),
  inject_sdk: flag(false, "Put the SDK into pages."),
  inject_sdk_position: z
    .enum(["prepend", "append"])
    .nullish()
    .meta({ default: "append" })
    .describe("Where in the page's head the SDK goes."),
  cookieless: flag(false, "Work without cookies."),
  autocapture: z
    .strictObject({
      pageview: z.boolean().optional().describe("A page is seen."),
      spa_pageview: z.boolean().optional().describe("A page within a single-page application is seen."),
      engagement: z.boolean().optional().describe("A visitor stays with a page."),
      click: z.boolean().optional().describe("A click."),
      form: z.boolean().optional().describe("A form is sent."),
      scroll: z.boolean().optional().describe("A page is scrolled."),
    })
    .nullish()
    .describe("Events that are captured without code, each on its own."),
  enforce_no_store_policy: flag(false, "Send `no-store` with every answer."),
  trusted_ips: set("Addresses and networks that are let through."),
  password_protection: flag(false, "Ask visitors for a password."),
  blocked_ips: set(
    "Addresses and networks that are refused; works only without `trusted_ips` and `password_protection`.",
  ),
  cookie_whitelist: set("Cookies that are let through."),
  forwarded_headers: z
    .array(
      z.strictObject({
        name: z.string().min(1).describe("Name of the header."),
        value: z.string().describe("What it says."),
      }),
    )
    .nullish()
    .describe("Headers that are added to requests to the origin."),
  rate_limiting: z.array(rateLimitingRule).nullish().describe("Rules that limit how often a client may ask, by rank."),
  rate_limiting_enabled: flag(false, "Whether `rate_limiting` is in force."),
};

/** Fields that the service sets by itself: a change in them is nobody's doing. */
export const READ_ONLY = new Set(["object", "id", "avatar_url", "created_at", "updated_at"]);

export const projectFields = { ...baseFields, ...settingFields };

/** What a user may declare of a project. An absent field is not managed; `null` asks for the service's default. */
export const declaredProject = z.strictObject({
  organization_id: z
    .string()
    .regex(/^[!-~]+$/, "an id as the service gives it, without white space")
    .meta(asKey)
    .describe("Id of the organization. Cannot be changed."),
  ...projectFields,
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Fields that the service has and this version does not know, sent and compared as they are."),
});
export type DeclaredProject = z.infer<typeof declaredProject>;
