import fc from "fast-check";
import { FLAGS } from "../../documented-fields.ts";

/** Difficult text: YAML syntax, text that looks like another type, invisible characters. */
export const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(
      ..."ab \n\t#:-?[]{},&*!|>'\"%@`~=<.0129yn\\".split(""),
      "\u2028",
      "\u202e",
      "\ufeff",
      "\ud800",
      "\u007f",
    ),
    maxLength: 16,
  }),
  fc.constantFrom("012", "1.10", "yes", "NO", "~", "null", "2026-01-01", "0o7", "1_000", "${x}", "${{ secrets.X }}"),
);

const key = oddText.filter((name) => !["env", "secret", "__proto__"].includes(name));

const number = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

/** Any JSON value except references and the key that `loadFile` refuses. */
export const freeValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.oneof(fc.constant(null), fc.boolean(), number, oddText),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
})).value;

const ips = fc.array(fc.constantFrom("203.0.113.7", "198.51.100.0/24", "2001:db8::1"), { maxLength: 3 });
const texts = fc.array(oddText, { maxLength: 3 });
const optional = <T extends object>(fields: { [Name in keyof T]: fc.Arbitrary<T[Name]> }) =>
  fc.record(fields, { requiredKeys: [] });
const nothing = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 8 });
const ranked = <T extends object>(rule: fc.Arbitrary<T>) =>
  fc.array(rule, { maxLength: 3 }).map((rules) => rules.map((each, index) => ({ ...each, rank: index + 1 })));

const presence = optional({ present: texts, absent: texts, values: fc.dictionary(key, freeValue, { maxKeys: 2 }) });

const cacheConditions = optional({
  request_cookies: presence,
  request_headers: presence,
  request_query_params: presence,
  response_headers: presence,
  request_methods: texts,
  response_status: fc.array(fc.integer({ min: 100, max: 599 }), { maxLength: 2 }),
});

const rateConditions = optional({
  path: oddText,
  regex: fc.constant(false),
  method: fc.subarray(["GET", "POST"]),
  continent: fc.subarray(["EU", "NA"]),
  country: fc.subarray(["FR", "DE"]),
});

/** Every field of a live project except its key. */
export const projectFields = optional<Record<string, unknown>>({
  type: fc.constantFrom("proxy", "ai_analytics", "mcp"),
  description: nothing(oddText),
  external_project_url: nothing(oddText),
  log_severity: nothing(fc.constantFrom("DEBUG", "INFO", "WARNING", "ERROR")),
  ...Object.fromEntries(Object.keys(FLAGS).map((name) => [name, nothing(fc.boolean())])),
  // It excludes blocked_ips.
  password_protection: nothing(fc.constant(false)),
  override_cache: nothing(
    ranked(
      optional({
        path: oddText,
        regex: fc.constant(false),
        ttl: number,
        swr: number,
        pass: fc.boolean(),
        conditions: cacheConditions,
      }),
    ),
  ),
  cookie_name: nothing(oddText),
  cookie_domain: nothing(oddText),
  proxy_only_path_regex: nothing(fc.constantFrom("^/a", "(?i)^/a", "[(?i)]x", String.raw`\d+\.js$`)),
  inject_sdk_position: nothing(fc.constantFrom("prepend", "append")),
  autocapture: nothing(
    optional({
      pageview: fc.boolean(),
      spa_pageview: fc.boolean(),
      engagement: fc.boolean(),
      click: fc.boolean(),
      form: fc.boolean(),
      scroll: fc.boolean(),
    }),
  ),
  trusted_ips: nothing(fc.constantFrom([])),
  blocked_ips: nothing(ips),
  cookie_whitelist: nothing(texts),
  forwarded_headers: nothing(
    fc.array(fc.record({ name: oddText.filter((name) => name !== ""), value: oddText }), { maxLength: 2 }),
  ),
  rate_limiting: nothing(
    ranked(
      optional({
        limit: fc.integer({ min: 1, max: 9 }),
        window: fc.constantFrom("1s", "10s", "60s"),
        block_duration: fc.integer({ min: 1, max: 90 }),
        key: fc.subarray(["ip", "ua"]),
        conditions: rateConditions,
      }).map((rule) => ({ limit: 1, ...rule })),
    ),
  ),
});
