import type { Input } from "@pulumi/pulumi";
import type { CacheRuleArgs, RateLimitingRuleArgs } from "./rules-args.ts";

/** What to do if an object with the same natural key already exists: `fail` with its id, or `adopt` it. */
export type IfExists = "fail" | "adopt";

/** Which account a resource uses. */
export interface AccountArgs {
  /**
   * Account to use: `staging` reads `PROJECTSYNC_STAGING_BASE_URL` and `PROJECTSYNC_STAGING_TOKEN`, or `projectsync:stagingBaseUrl`
   * and `projectsync:stagingToken`. Default: `PROJECTSYNC_BASE_URL` and `PROJECTSYNC_TOKEN`.
   */
  profile?: string;
}

/** Events to capture without code. Each is managed separately: an absent event is left unchanged. */
export interface AutocaptureArgs {
  // <fields of AutocaptureArgs>
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
  // </fields>
}

/** A header to add to requests to the origin. */
export interface ForwardedHeaderArgs {
  // <fields of ForwardedHeaderArgs>
  /** Header name. */
  name: Input<string>;
  /** Header value. */
  value: Input<string>;
  // </fields>
}

/**
 * The declared fields of a project, with the service's names and defaults. An absent field is not managed: it is never
 * compared and never sent. `null` asks for the service's default. Lists are managed as a whole.
 */
export interface ProjectArgs extends AccountArgs {
  // <fields of ProjectArgs>
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
  /** Send `no-store` with every response. Default: false. */
  enforceNoStorePolicy?: Input<boolean | null>;
  /** IP addresses and networks that are always allowed. In any order. Default: none. */
  trustedIps?: Input<Input<string>[] | null>;
  /** Require a password from visitors. Default: false. */
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
  // </fields>

  /**
   * What to do if the organization already has a project with this slug. Default: fail. With `adopt`, the project is
   * converged to its declared state. From then on this resource owns it: deleting the resource deletes the project.
   */
  ifExists?: IfExists;
  /**
   * ID of an existing project to adopt, whatever its slug. Use it to import a project (Pulumi's `import` does not work with
   * dynamic providers), or to choose one of several projects with the same slug. Not named `id`, which is an output of
   * every Pulumi resource, or `projectId`, which names the parent in other resources.
   */
  adoptId?: Input<string>;
  /**
   * Slug that the project had before. With `ifExists: "adopt"`, a project that still has it is adopted and renamed. Not needed
   * for a project that the stack has: a change of `slug` renames it.
   */
  previousSlug?: Input<string>;
  /**
   * Delete the project even if it holds components or domains, which are deleted with it. Default: false, which refuses
   * the deletion. A change takes effect only after a `pulumi up`.
   */
  forceDestroy?: Input<boolean>;
}
