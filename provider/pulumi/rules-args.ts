import type { Input } from "@pulumi/pulumi";

/** Names that have to be there, must not be there, or have to have a value. */
export interface PresenceArgs {
  /** Names that have to be there. */
  present?: Input<Input<string>[]>;
  /** Names that must not be there. */
  absent?: Input<Input<string>[]>;
  /** Values by name; names are sent as they are. */
  values?: Input<Record<string, unknown>>;
}

/** When a cache rule applies. */
export interface CacheRuleConditionsArgs {
  requestCookies?: Input<PresenceArgs>;
  requestHeaders?: Input<PresenceArgs>;
  requestQueryParams?: Input<PresenceArgs>;
  responseHeaders?: Input<PresenceArgs>;
  /** HTTP methods. */
  requestMethods?: Input<Input<string>[]>;
  /** HTTP status codes. */
  responseStatus?: Input<Input<number>[]>;
}

/** A rule that overrides the cache for some requests. */
export interface CacheRuleArgs {
  /** Path the rule is for; a pattern when `regex` is true. */
  path?: Input<string | null>;
  /** Whether `path` is a regular expression. Default false. */
  regex?: Input<boolean | null>;
  /** Seconds an answer is kept. */
  ttl?: Input<number | null>;
  /** Seconds a stale answer may be served while it is renewed (stale-while-revalidate). */
  swr?: Input<number | null>;
  /** Do not cache. Default false. */
  pass?: Input<boolean | null>;
  /** Position among the rules, lowest first. */
  rank?: Input<number | null>;
  /** When the rule applies; always, without conditions. */
  conditions?: Input<CacheRuleConditionsArgs | null>;
}

/** Which requests a rate-limiting rule counts. */
export interface RateLimitingConditionsArgs {
  /** Path; a pattern when `regex` is true. */
  path?: Input<string | null>;
  /** Whether `path` is a regular expression. Default false. */
  regex?: Input<boolean | null>;
  method?: Input<
    Input<"GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "CONNECT" | "OPTIONS" | "TRACE" | "PATCH">[] | null
  >;
  continent?: Input<Input<"AF" | "AN" | "AS" | "EU" | "NA" | "OC" | "SA">[] | null>;
  /** ISO 3166-1 alpha-2 codes. */
  country?: Input<Input<string>[] | null>;
}

/** A rule that limits how often a client may ask. */
export interface RateLimitingRuleArgs {
  /** Position among the rules, lowest first; 1 or more. */
  rank: Input<number>;
  /** Requests per second, 1 or more. */
  limit: Input<number>;
  /** Time over which requests are counted. Default 10s. */
  window?: Input<"1s" | "10s" | "60s" | null>;
  /** Seconds a client is blocked for, 1 or more. Default 60. */
  blockDuration?: Input<number | null>;
  /** What tells clients apart. Default `["ip"]`. */
  key?: Input<Input<"ip" | "ua">[] | null>;
  /** Which requests the rule counts; all, without conditions. */
  conditions?: Input<RateLimitingConditionsArgs | null>;
}
