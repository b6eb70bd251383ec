import { z } from "zod";
import { cacheRule } from "./cache-rule.ts";
import { rateLimitingRule } from "./rate-limiting-rule.ts";
import { setting } from "./setting.ts";

const flag = z.boolean();
const text = z.string();
const texts = z.array(z.string());

const event = flag.default(false);
const autocapture = z.strictObject({
  pageview: event,
  spa_pageview: event,
  engagement: event,
  click: event,
  form: event,
  scroll: event,
});

/**
 * Every setting of a project, with its default if it is nullable (docs/internals/service.md, Defaults). An update replaces objects and
 * lists; it does not merge them.
 */
export const settingFields = {
  log_severity: setting(z.enum(["DEBUG", "INFO", "WARNING", "ERROR"]), "INFO"),
  edgee_behind_proxy_cache: setting(flag, false),
  force_https: setting(flag, true),
  cache: setting(flag, false),
  override_cache: z.array(cacheRule),
  override_cache_enabled: setting(flag, false),
  cookie_name: setting(text, "edgee"),
  cookie_domain: setting(text, undefined),
  proxy_only: setting(flag, false),
  proxy_only_path_regex: setting(text, undefined),
  inject_sdk: setting(flag, false),
  inject_sdk_position: setting(z.enum(["prepend", "append"]), "append"),
  cookieless: setting(flag, false),
  autocapture,
  enforce_no_store_policy: setting(flag, false),
  trusted_ips: setting(texts, []),
  password_protection: setting(flag, false),
  // Has an effect only without trusted_ips and password_protection (docs/internals/service.md, Defaults). It is not refused with them.
  blocked_ips: setting(texts, []),
  cookie_whitelist: setting(texts, []),
  forwarded_headers: setting(z.array(z.strictObject({ name: text, value: text })), []),
  rate_limiting: setting(z.array(rateLimitingRule), []),
  rate_limiting_enabled: setting(flag, false),
};

const { override_cache, ...fieldsWithDefault } = settingFields;
const withDefaults = z.strictObject(fieldsWithDefault);

export type ProjectSettings = z.output<typeof withDefaults> & {
  readonly override_cache: z.output<typeof override_cache> | undefined;
};

/** The settings of a new project: every setting has its default. */
export function defaultSettings(): ProjectSettings {
  const nothing = Object.fromEntries(Object.keys(fieldsWithDefault).map((name) => [name, null]));
  return { ...withDefaults.parse({ ...nothing, autocapture: {} }), override_cache: undefined };
}
