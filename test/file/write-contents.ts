import fc from "fast-check";
import type { FileData } from "../../provider/file/write-file.ts";
import { FLAGS } from "../documented-fields.ts";

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
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 8 });

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

/** Every field of a project except its key. `nothing` replaces some values by `null`, which only files may contain. */
export function projectFields(nothing: <T>(value: fc.Arbitrary<T>) => fc.Arbitrary<T | null>) {
  const inRule = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null | undefined> =>
    nothing === maybe ? nothing(value) : value;
  const ranked = <T extends object>(rule: fc.Arbitrary<T>) =>
    fc.array(rule, { maxLength: 3 }).map((rules) => rules.map((each, index) => ({ ...each, rank: index + 1 })));
  return optional<Record<string, unknown>>({
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
          path: inRule(oddText),
          regex: fc.constant(false),
          ttl: inRule(number),
          swr: inRule(number),
          pass: inRule(fc.boolean()),
          conditions: inRule(cacheConditions),
        }),
      ),
    ),
    cookie_name: nothing(oddText),
    cookie_domain: nothing(oddText),
    proxy_only_path_regex: nothing(fc.constantFrom("^/a", "[(?i)]x", String.raw`\d+\.js$`)),
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
          window: inRule(fc.constantFrom("1s", "10s", "60s")),
          block_duration: inRule(fc.integer({ min: 1, max: 90 })),
          key: inRule(fc.subarray(["ip", "ua"])),
          conditions: inRule(rateConditions),
        }).map((rule) => ({ limit: 1, ...rule })),
      ),
    ),
  });
}

const reference = fc.oneof(fc.constant({ env: "V" }), fc.constant({ secret: "W_1" }));

const component = optional({
  version: fc.oneof(
    oddText.filter((version) => version !== ""),
    fc.constant({ env: "V" }),
  ),
  active: maybe(fc.boolean()),
  settings: maybe(fc.dictionary(key, fc.oneof(freeValue, reference), { maxKeys: 4 })),
  extra: fc.dictionary(fc.constantFrom("newer", "other one"), freeValue),
  protect: fc.boolean(),
  id: fc.constant("pc_1"),
});

const domain = fc.constantFrom<unknown>(
  "a.example.com",
  "WWW.Example.com",
  "bücher.example",
  { name: "b.example.com", protect: true },
  { name: { env: "HOST" } },
  { env: "HIDDEN_HOST" },
);

/** The content of a valid project file. */
export const contents: fc.Arbitrary<FileData> = fc
  .record(
    {
      project: fc
        .tuple(
          projectFields(maybe),
          optional({
            must_exist: fc.boolean(),
            protect: fc.boolean(),
            extra: fc.dictionary(fc.constant("newer"), freeValue),
          }),
        )
        .map(([fields, lifecycle]) => ({ slug: "site", organization_id: "org_1", ...fields, ...lifecycle })),
      components: fc.dictionary(fc.constantFrom("edgee/ga4", "a/b", "1/2", "no.x/Y"), component),
      domains: fc.uniqueArray(domain, { selector: (item) => JSON.stringify(item) }),
    },
    { requiredKeys: ["project"] },
  )
  .map((data) => data as FileData);
