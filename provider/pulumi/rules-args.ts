import type { Input } from "@pulumi/pulumi";

/** Names that must be present, must be absent, or must have a value. */
export interface PresenceArgs {
  // <fields of PresenceArgs>
  /** Names that must be present. In any order. */
  present?: Input<Input<string>[]>;
  /** Names that must be absent. In any order. */
  absent?: Input<Input<string>[]>;
  /** Values by name. Keys are never renamed. */
  values?: Input<Record<string, unknown>>;
  // </fields>
}

/** When a cache rule applies. */
export interface CacheRuleConditionsArgs {
  // <fields of CacheRuleConditionsArgs>
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
  // </fields>
}

/** A rule that overrides the cache for some requests. */
export interface CacheRuleArgs {
  // <fields of CacheRuleArgs>
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
  // </fields>
}

/** Which requests a rate-limiting rule counts. */
export interface RateLimitingConditionsArgs {
  // <fields of RateLimitingConditionsArgs>
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
  // </fields>
}

/** A rule that limits the requests of a client. */
export interface RateLimitingRuleArgs {
  // <fields of RateLimitingRuleArgs>
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
  // </fields>
}
