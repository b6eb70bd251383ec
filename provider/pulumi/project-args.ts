import type { Input } from "@pulumi/pulumi";
import type { CacheRuleArgs, RateLimitingRuleArgs } from "./rules-args.ts";

/** What creating does when an object with the same natural key exists: refuse, naming its id, or take it over. */
export type IfExists = "fail" | "adopt";

/** Events that are captured without code, each on its own: one that is left out stays as it is. */
export interface AutocaptureArgs {
  pageview?: Input<boolean>;
  spaPageview?: Input<boolean>;
  engagement?: Input<boolean>;
  click?: Input<boolean>;
  form?: Input<boolean>;
  scroll?: Input<boolean>;
}

/** A header that is added to requests to the origin. */
export interface ForwardedHeaderArgs {
  name: Input<string>;
  /** Where it is a credential, give it as a secret (`config.requireSecret`). */
  value: Input<string>;
}

/**
 * What can be declared of a project; names and defaults are the service's. A field that is left out is not managed:
 * never compared, never sent. `null` asks for the service's default. Lists are managed whole.
 */
export interface ProjectArgs {
  /** Id of the organization. A change replaces the project. */
  organizationId: Input<string>;
  /** Name in the organization, as in URLs: letters, digits and `. _ ~ -`. A change renames the project. */
  slug: Input<string>;
  /** What the project is for. Default proxy. */
  type?: Input<"proxy" | "ai_analytics" | "mcp">;
  /** Free text for people. */
  description?: Input<string | null>;
  /** Address of the project elsewhere. */
  externalProjectUrl?: Input<string | null>;

  /** Least severity that is logged. Default INFO. */
  logSeverity?: Input<"DEBUG" | "INFO" | "WARNING" | "ERROR" | null>;
  /** Whether a caching proxy stands in front of the service. Default false. */
  edgeeBehindProxyCache?: Input<boolean | null>;
  /** Redirect http to https. Default true. */
  forceHttps?: Input<boolean | null>;
  /** Cache answers. Default false. */
  cache?: Input<boolean | null>;
  /** Rules that override the cache's own, ordered by rank. Default none. */
  overrideCache?: Input<Input<CacheRuleArgs>[] | null>;
  /** Whether `overrideCache` is in force. Default false. */
  overrideCacheEnabled?: Input<boolean | null>;
  /** Name of the service's cookie. */
  cookieName?: Input<string | null>;
  /** Domain of the service's cookie. */
  cookieDomain?: Input<string | null>;
  /** Only proxy, without components. Default false. */
  proxyOnly?: Input<boolean | null>;
  /** Regular expression of the paths that are only proxied. */
  proxyOnlyPathRegex?: Input<string | null>;
  /** Put the SDK into pages. Default false. */
  injectSdk?: Input<boolean | null>;
  /** Where in the page's head the SDK goes. Default append. */
  injectSdkPosition?: Input<"prepend" | "append" | null>;
  /** Work without cookies. Default false. */
  cookieless?: Input<boolean | null>;
  /** Events that are captured without code. Managed event by event. */
  autocapture?: Input<AutocaptureArgs | null>;
  /** Send `no-store` with every answer. Default false. */
  enforceNoStorePolicy?: Input<boolean | null>;
  /** Addresses and networks that are let through. Default none; the order means nothing. */
  trustedIps?: Input<Input<string>[] | null>;
  /** Ask visitors for a password. Default false. */
  passwordProtection?: Input<boolean | null>;
  /**
   * Addresses and networks that are refused. Default none; the order means nothing. Works only without `trustedIps` and
   * `passwordProtection`.
   */
  blockedIps?: Input<Input<string>[] | null>;
  /** Cookies that are let through. Default none; the order means nothing. */
  cookieWhitelist?: Input<Input<string>[] | null>;
  /** Headers that are added to requests to the origin. Default none. */
  forwardedHeaders?: Input<Input<ForwardedHeaderArgs>[] | null>;
  /** Rules that limit how often a client may ask, by rank. Default none. */
  rateLimiting?: Input<Input<RateLimitingRuleArgs>[] | null>;
  /** Whether `rateLimiting` is in force. Default false. */
  rateLimitingEnabled?: Input<boolean | null>;
  /** Fields that the service has and this version does not know, by the service's names; sent and compared as they are. */
  extra?: Input<Record<string, unknown>>;

  /**
   * What creating does when the organization has a project with this slug. Default fail. With adopt the project is
   * brought to what is declared, and from then on it is this resource's: deleting the resource deletes it.
   */
  ifExists?: IfExists;
  /**
   * Id of an existing project that this resource takes over, whatever its slug: the way to import one (Pulumi's own
   * import does not work with dynamic providers), and to choose among several with one slug. Not called `id`, which
   * every Pulumi resource has as an output, nor `projectId`, which in the other resources names a parent.
   */
  adoptId?: Input<string>;
  /**
   * Delete the project although it has components or domains that this deletion would take with it. Default false: the
   * deletion is refused. It takes a `pulumi up` for a change of it to count.
   */
  forceDestroy?: Input<boolean>;
}
