import { z } from "zod";

/**
 * The form in which a service shows values. A form changes no stored value: `emulator.state()` returns what was sent. Every
 * switch is optional. Default: the value as it was sent.
 */
export const forms = z.strictObject({
  /** Texts: `description`, `cookie_name`, `cookie_domain`, `proxy_only_path_regex`, paths of rules, and text settings. */
  text: z
    .strictObject({
      /** White space removed at the end, or at both ends. */
      trim: z.enum(["end", "both"]).optional(),
      /** Line ends as `\n` or `\r\n`. */
      lineEnds: z.enum(["lf", "crlf"]).optional(),
      /** An empty text is shown as `null`, or its field is left out. Settings are not affected. */
      empty: z.enum(["null", "omitted"]).optional(),
      /** Unicode in its composed form (NFC). */
      unicode: z.literal("composed").optional(),
    })
    .optional(),
  /**
   * Slugs of projects. `lower-case`: the service also accepts capitals in a create and an update. `capitals`: `My-Site`.
   * `prefixed`: with the organization, `org_1/my-site`.
   */
  projectSlugs: z.enum(["lower-case", "capitals", "upper-case", "prefixed"]).optional(),
  /**
   * Slugs of components, in a project and in the catalogue. The service also accepts them in any case. `capitals`:
   * `Edgee/Ga4`. `without-organization`: `ga4`. `omitted`: components of a project show only `component_id`.
   */
  componentSlugs: z.enum(["lower-case", "capitals", "upper-case", "without-organization", "omitted"]).optional(),
  /** Ids of organizations in projects. Requests use the id of the seed. */
  organizationIds: z
    .strictObject({
      /** `upper-case`: `ORG_1`. `without-prefix`: `1`. `path`: `organizations/org_1`. `omitted`: the field is left out. */
      as: z.enum(["upper-case", "without-prefix", "path", "omitted"]),
      /** Which answers. Default: all. */
      in: z.enum(["lists", "single"]).optional(),
    })
    .optional(),
  /** `external_project_url` and `avatar_url` as browsers write them: `HTTPS://Example.com` becomes `https://example.com/`. */
  urls: z.literal("whatwg").optional(),
  /** `trusted_ips` and `blocked_ips`. */
  addresses: z
    .strictObject({
      /** The length of a network of one address (`/32`, `/128`): added or removed. */
      prefix: z.enum(["added", "removed"]).optional(),
      /** `compressed`: `2001:db8::1`. `expanded`: `2001:0db8:0000:...`. `upper-case`: `2001:DB8::1`. */
      ipv6: z.enum(["compressed", "expanded", "upper-case"]).optional(),
    })
    .optional(),
  /** HTTP methods in rules. The service also accepts them in any case. */
  methods: z.enum(["lower-case", "upper-case"]).optional(),
  /** Names of headers in `forwarded_headers` and in conditions. */
  headers: z
    .strictObject({
      /** `canonical`: `X-Request-Id`. */
      names: z.enum(["lower-case", "canonical"]).optional(),
      /** `forwarded_headers` are sorted by name. */
      sorted: z.boolean().optional(),
    })
    .optional(),
  /** Lists that mean sets: addresses, cookies, methods, countries, continents, statuses, keys, present and absent names. */
  sets: z
    .strictObject({
      /** Sorted as text. */
      sorted: z.boolean().optional(),
      /** Duplicates are removed. */
      unique: z.boolean().optional(),
    })
    .optional(),
  /** An empty list of a project is shown as `null`, or its field is left out. */
  emptyLists: z.enum(["null", "omitted"]).optional(),
  /** Rules of `override_cache` and `rate_limiting`. */
  rules: z
    .strictObject({
      /** Ranks are numbered again in the order of the ranks: 0, 1, ... or 1, 2, ... or 10, 20, ... */
      ranks: z.enum(["from-0", "from-1", "tens"]).optional(),
      /** Rules are listed by rank. */
      sorted: z.boolean().optional(),
      /**
       * Fields of rules that are not set. `zero`: `0`, `false`, `""`, `[]` and `{}`, also inside `conditions`. `null`: `null`.
       * Without this switch they are left out.
       */
      unset: z.enum(["zero", "null"]).optional(),
    })
    .optional(),
  /** `only-true`: `autocapture` shows only the events that are on. */
  autocapture: z.literal("only-true").optional(),
  /**
   * Values in `settings` of a component. `text`: numbers and booleans as text, `"0.5"` and `"true"`. `typed`: in the type of
   * the catalogue, so `"0.5"` becomes `0.5` in a number field.
   */
  settingValues: z.enum(["text", "typed"]).optional(),
  /** `text`: numbers in rules as text, such as `"ttl": "60"`. */
  numbers: z.literal("text").optional(),
  /** Countries in conditions. The service also accepts them in any case. */
  countries: z.literal("lower-case").optional(),
  /** `type`, `log_severity` and `inject_sdk_position`. The service also accepts them in any case. */
  words: z.enum(["lower-case", "upper-case"]).optional(),
  /** Host names. Paths with the shown form lead to the domain too. */
  hostNames: z.enum(["unicode", "upper-case", "trailing-dot"]).optional(),
  /** `null`: a field without a value is shown as `null`, where the description leaves it out. */
  unset: z.literal("null").optional(),
  /** `omitted`: a field of a project or component that has its documented default is left out. */
  defaults: z.literal("omitted").optional(),
  /** Documented timestamps. `seconds` and `milliseconds`: since the epoch, as numbers. */
  timestamps: z.enum(["seconds", "milliseconds"]).optional(),
});

export type Forms = z.infer<typeof forms>;
