// Written by scripts/write-arguments.ts.
import type { Input } from "@pulumi/pulumi";

/** The declarable fields of a project. */
export interface ProjectFields {
  /** ID of the organization. A change replaces the project. */
  organizationId: Input<string>;
  /**
   * Name in the organization, as in URLs: letters, digits and `. _ ~ -`. Unique in the organization. A change renames
   * the project.
   */
  slug: Input<string>;
  /** Kind of project. Default: proxy. */
  type?: Input<"proxy" | "ai_analytics" | "mcp">;
  /** Description for people. */
  description?: Input<string | null>;
  /** URL of the project in another system. Becomes a Pulumi secret. */
  externalProjectUrl?: Input<string | null>;
  /** Lowest severity that is logged. Default: INFO. */
  logSeverity?: Input<"DEBUG" | "INFO" | "WARNING" | "ERROR" | null>;
  /** Whether a caching proxy is in front of the service. Default: false. */
  edgeeBehindProxyCache?: Input<boolean | null>;
  /** Redirect HTTP to HTTPS. Default: true. */
  forceHttps?: Input<boolean | null>;
  /** Cache responses. Default: false. */
  cache?: Input<boolean | null>;
  /** Rules that override the default caching, ordered by `rank`. Becomes a Pulumi secret. */
  overrideCache?: Input<Input<CacheRuleArgs>[] | null>;
  /** Whether the rules in `overrideCache` apply. Default: false. */
  overrideCacheEnabled?: Input<boolean | null>;
  /** Name of the service's cookie. Default: edgee. */
  cookieName?: Input<string | null>;
  /** Domain of the service's cookie. */
  cookieDomain?: Input<string | null>;
  /** Only proxy requests; run no components. Default: false. */
  proxyOnly?: Input<boolean | null>;
  /** Regular expression for paths that are only proxied. */
  proxyOnlyPathRegex?: Input<string | null>;
  /** Insert the SDK into pages. Default: false. */
  injectSdk?: Input<boolean | null>;
  /** Position of the SDK in the page's head. Default: append. */
  injectSdkPosition?: Input<"prepend" | "append" | null>;
  /** Work without cookies. Default: false. */
  cookieless?: Input<boolean | null>;
  /** Events to capture without code. Each is managed separately. */
  autocapture?: Input<AutocaptureArgs | null>;
  /** Send `no-store` with the responses that components can be run on. Default: false. */
  enforceNoStorePolicy?: Input<boolean | null>;
  /**
   * The only IP addresses and networks that have access: everybody else is refused. Empty: everybody has access. In any
   * order. Default: none.
   */
  trustedIps?: Input<Input<string>[] | null>;
  /**
   * Require a password from visitors. The password is no field: set it at the service first, or visitors may be locked
   * out. Default: false.
   */
  passwordProtection?: Input<boolean | null>;
  /**
   * IP addresses and networks to block. Has an effect only without `trustedIps` and `passwordProtection`. In any order.
   * Default: none.
   */
  blockedIps?: Input<Input<string>[] | null>;
  /** Names of allowed cookies. In any order. Default: none. */
  cookieWhitelist?: Input<Input<string>[] | null>;
  /** Headers to add to requests to the origin. Default: none. Becomes a Pulumi secret. */
  forwardedHeaders?: Input<Input<ForwardedHeaderArgs>[] | null>;
  /** Rules that limit the requests of a client, ordered by `rank`. Default: none. */
  rateLimiting?: Input<Input<RateLimitingRuleArgs>[] | null>;
  /** Whether the rules in `rateLimiting` apply. Default: false. */
  rateLimitingEnabled?: Input<boolean | null>;
  /**
   * Fields that the service has but this version does not know. They are sent and compared unchanged. Keys are never
   * renamed.
   */
  extra?: Input<Record<string, unknown>>;
}

/** The declarable fields of a component in a project. */
export interface ComponentFields {
  /** `organization/component` in the catalogue. A change replaces the component. */
  component: Input<string>;
  /**
   * Version in the catalogue, or `latest`. Without it, the service chooses the version of a new component. Each preview
   * and update resolves `latest` and shows the resolved version.
   */
  version?: Input<string>;
  /** Whether the component runs. Default: true. */
  active?: Input<boolean | null>;
  /**
   * Settings, by their names in the catalogue, and those that place an edge function. Managed key by key: an undeclared
   * setting is left unchanged. Keys are never renamed. Settings that the catalogue calls secret become Pulumi secrets,
   * marked or not. If the catalogue cannot be read, or if the settings are one Output, all settings do.
   */
  settings?: Input<Record<string, unknown> | null>;
  /**
   * Fields that the service has but this version does not know. They are sent and compared unchanged. Keys are never
   * renamed.
   */
  extra?: Input<Record<string, unknown>>;
}

/** Events to capture without code. Each is managed separately: an absent event is left unchanged. */
export interface AutocaptureArgs {
  /** Page views. Default: false. */
  pageview?: Input<boolean>;
  /** Page views in single-page applications. Default: false. */
  spaPageview?: Input<boolean>;
  /** Time that visitors spend on a page. Default: false. */
  engagement?: Input<boolean>;
  /** Clicks. Default: false. */
  click?: Input<boolean>;
  /** Submitted forms. Default: false. */
  form?: Input<boolean>;
  /** Scrolling. Default: false. */
  scroll?: Input<boolean>;
}

/** A header to add to requests to the origin. */
export interface ForwardedHeaderArgs {
  /** Header name. */
  name: Input<string>;
  /** Header value. */
  value: Input<string>;
}

/** A rule that overrides the cache for some requests. */
export interface CacheRuleArgs {
  /** Path that the rule applies to. A pattern if `regex` is true. */
  path?: Input<string | null>;
  /** Whether `path` is a regular expression. Default: false. */
  regex?: Input<boolean | null>;
  /** Seconds to keep a response. */
  ttl?: Input<number | null>;
  /** Seconds to serve a stale response while it is renewed (stale-while-revalidate). */
  swr?: Input<number | null>;
  /** Do not cache. Default: false. */
  pass?: Input<boolean | null>;
  /** Order of the rules, lowest first. */
  rank?: Input<number | null>;
  /** When the rule applies. Without conditions: always. */
  conditions?: Input<CacheRuleConditionsArgs | null>;
}

/** When a cache rule applies. */
export interface CacheRuleConditionsArgs {
  /** Request cookies. */
  requestCookies?: Input<PresenceArgs>;
  /** Request headers. */
  requestHeaders?: Input<PresenceArgs>;
  /** Query parameters of the request. */
  requestQueryParams?: Input<PresenceArgs>;
  /** Response headers of the origin. */
  responseHeaders?: Input<PresenceArgs>;
  /** HTTP methods. In any order. */
  requestMethods?: Input<Input<string>[]>;
  /** Response statuses of the origin. In any order. */
  responseStatus?: Input<Input<number>[]>;
}

/** Names that must be present, must be absent, or must have a value. */
export interface PresenceArgs {
  /** Names that must be present. In any order. */
  present?: Input<Input<string>[]>;
  /** Names that must be absent. In any order. */
  absent?: Input<Input<string>[]>;
  /** Values by name. Keys are never renamed. */
  values?: Input<Record<string, unknown>>;
}

/** A rule that limits the requests of a client. */
export interface RateLimitingRuleArgs {
  /** Order of the rules, lowest first. At least 1. */
  rank: Input<number>;
  /** Requests per second. At least 1. */
  limit: Input<number>;
  /** Period over which requests are counted. Default: 10s. */
  window?: Input<"1s" | "10s" | "60s" | null>;
  /** Seconds to block a client. At least 1. Default: 60. */
  blockDuration?: Input<number | null>;
  /** What identifies a client: IP address, user agent or both. In any order. Default: `["ip"]`. */
  key?: Input<Input<"ip" | "ua">[] | null>;
  /** Which requests the rule counts. Without conditions: all. */
  conditions?: Input<RateLimitingConditionsArgs | null>;
}

/** Which requests a rate-limiting rule counts. */
export interface RateLimitingConditionsArgs {
  /** Request path. A pattern if `regex` is true. */
  path?: Input<string | null>;
  /** Whether `path` is a regular expression. Default: false. */
  regex?: Input<boolean | null>;
  /** HTTP methods. In any order. */
  method?: Input<Input<"GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "OPTIONS" | "TRACE" | "PATCH">[] | null>;
  /** Continents of the client. In any order. */
  continent?: Input<Input<"AF" | "AN" | "AS" | "EU" | "NA" | "OC" | "SA">[] | null>;
  /** Countries of the client (ISO 3166-1 alpha-2). In any order. */
  country?: Input<Input<string>[] | null>;
}
