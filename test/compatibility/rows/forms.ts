import type { Forms } from "../../../emulator/temperament/forms.ts";
import { rich } from "../declared.ts";
import { declares, sets, type Different, type Row } from "../row.ts";

const form = (
  habit: string,
  forms: Forms,
  different: readonly Different[] = [],
  more: Pick<Row, "isUsual" | "files" | "ends"> = {},
): Row => ({
  habit,
  temperament: () => ({ forms }),
  ...more,
  ...(different.length === 0 ? {} : { different }),
});

const cacheRules = (change: (rule: object, index: number) => object): unknown => {
  const rules = rich.project["override_cache"];
  return Array.isArray(rules) ? rules.map(change) : rules;
};

/** How values are written. */
export const FORMS: readonly Row[] = [
  form("removes white space at the end of texts", { text: { trim: "end" } }, [
    declares("description", "A shop, in\ntwo  lines.\n"),
    sets("acme/all", "label", "Main  shop\n"),
  ]),
  form("removes white space around texts", { text: { trim: "both" } }, [
    declares("description", "A shop,in\ntwo lines."),
  ]),
  form("writes line ends as CRLF", { text: { lineEnds: "crlf" } }, [declares("description", "A shop, in two lines.")]),
  form("shows empty texts as null", { text: { empty: "null" } }, [declares("cookie_domain", "x")]),
  form("leaves out empty texts", { text: { empty: "omitted" } }, [declares("description", "-")]),
  form("writes texts in the composed form of Unicode", { text: { unicode: "composed" } }, [], {
    files: [{ ...rich, project: { ...rich.project, description: "cafe\u0301" } }],
    ends: { says: "partial: the field is named", message: /description/ },
  }),
  form("shows slugs of projects with capitals", { projectSlugs: "capitals" }),
  form("shows slugs of projects in upper case", { projectSlugs: "upper-case" }),
  form("lower-cases slugs of projects", { projectSlugs: "lower-case" }, [], {
    files: [{ ...rich, project: { ...rich.project, slug: "Rich" } }],
    // Its answers are those to a file in lower case.
    isUsual: true,
  }),
  form("shows slugs of projects with their organization", { projectSlugs: "prefixed" }),
  form("shows slugs of components with capitals", { componentSlugs: "capitals" }),
  form("shows slugs of components in upper case", { componentSlugs: "upper-case" }),
  form("shows slugs of components without their organization", { componentSlugs: "without-organization" }),
  form("shows components of a project without slug", { componentSlugs: "omitted" }),
  form("shows ids of organizations in upper case", { organizationIds: { as: "upper-case" } }),
  form("leaves out the organization in lists", { organizationIds: { as: "omitted", in: "lists" } }),
  form("leaves out the organization in single answers", { organizationIds: { as: "omitted", in: "single" } }),
  form("completes URLs as browsers do", { urls: "whatwg" }, [
    declares("external_project_url", "https://shop.example.com/x"),
    declares("external_project_url", "http://shop.example.com"),
  ]),
  form("adds /32 and /128 to addresses", { addresses: { prefix: "added" } }, [
    declares("trusted_ips", ["203.0.113.7/31", "198.51.100.0/24", "2001:db8::1"]),
    declares("trusted_ips", ["203.0.113.7", "198.51.100.0/24", "2001:db8::1/127"]),
  ]),
  form("removes /32 and /128 from addresses", { addresses: { prefix: "removed" } }, [
    declares("trusted_ips", ["203.0.113.7", "198.51.100.0", "2001:db8::1"]),
  ]),
  form("writes IPv6 addresses compressed", { addresses: { ipv6: "compressed" } }, [
    declares("trusted_ips", ["203.0.113.7", "198.51.100.0/24", "2001:db8::10"]),
  ]),
  form("writes IPv6 addresses in full", { addresses: { ipv6: "expanded" } }, [
    declares("trusted_ips", ["203.0.113.7", "198.51.100.0/24", "2001:db8:0:1::1"]),
  ]),
  form("writes IPv6 addresses in upper case", { addresses: { ipv6: "upper-case" } }),
  form("writes methods in lower case", { methods: "lower-case" }, [
    declares(
      "override_cache",
      cacheRules((rule, index) => (index === 1 ? { ...rule, conditions: { request_methods: ["PUT"] } } : rule)),
    ),
  ]),
  form("writes methods in upper case", { methods: "upper-case" }),
  form("writes header names in lower case", { headers: { names: "lower-case" } }, [
    declares("forwarded_headers", [
      { name: "X-Shops", value: "main" },
      { name: "Authorization", value: { secret: "ORIGIN_KEY" } },
    ]),
    declares("forwarded_headers", [
      { name: "X-Shop", value: "Main" },
      { name: "Authorization", value: { secret: "ORIGIN_KEY" } },
    ]),
  ]),
  form("writes header names as X-Request-Id", { headers: { names: "canonical" } }),
  form("sorts headers", { headers: { sorted: true } }, [
    declares("forwarded_headers", [{ name: "Authorization", value: { secret: "ORIGIN_KEY" } }]),
  ]),
  form("sorts lists that mean sets", { sets: { sorted: true } }, [declares("cookie_whitelist", ["basket"])]),
  form("removes duplicates from lists that mean sets", { sets: { unique: true } }, [
    declares("cookie_whitelist", ["session", "basket", "Basket"]),
  ]),
  form("numbers rules from 0", { rules: { ranks: "from-0" } }, [
    declares(
      "override_cache",
      cacheRules((rule, index) => ({ ...rule, rank: 8 + index })),
    ),
  ]),
  form("numbers rules from 1", { rules: { ranks: "from-1" } }, [
    declares("rate_limiting", [
      { rank: 2, limit: 100 },
      { rank: 4, limit: 20 },
    ]),
  ]),
  form("numbers rules 10, 20", { rules: { ranks: "tens", sorted: true } }),
  form("fills in zero in rules", { rules: { unset: "zero" } }, [
    declares(
      "override_cache",
      cacheRules((rule, index) => (index === 1 ? { ...rule, swr: undefined } : rule)),
    ),
    declares(
      "override_cache",
      cacheRules((rule, index) => (index === 0 ? { ...rule, swr: 1 } : rule)),
    ),
    declares(
      "override_cache",
      cacheRules((rule, index) => (index === 0 ? { ...rule, regex: true } : rule)),
    ),
  ]),
  form("fills in null in rules", { rules: { unset: "null" } }, [
    declares(
      "override_cache",
      cacheRules((rule, index) => (index === 0 ? { ...rule, ttl: 1 } : rule)),
    ),
  ]),
  form("shows only the events of autocapture that are on", { autocapture: "only-true" }, [
    { ...declares("autocapture", { pageview: true, click: true, scroll: true }), path: "project.autocapture.click" },
  ]),
  form("stores settings as text", { settingValues: "text" }, [
    sets("acme/all", "share", 0.51),
    sets("acme/all", "on", false),
    sets("acme/all", "digits", "450"),
  ]),
  form("stores settings in the type of the catalogue", { settingValues: "typed" }, [sets("acme/all", "share", 5)], {
    isUsual: true,
  }),
  form("writes numbers in rules as text", { numbers: "text" }),
  form("writes countries in lower case", { countries: "lower-case" }),
  form("writes words such as WARNING in lower case", { words: "lower-case" }, [declares("log_severity", "ERROR")]),
  form("writes words such as prepend in upper case", { words: "upper-case" }, [
    declares("inject_sdk_position", "append"),
  ]),
  form("shows host names as Unicode", { hostNames: "unicode" }),
  form("shows host names in upper case", { hostNames: "upper-case" }),
  form("shows host names with a trailing dot", { hostNames: "trailing-dot" }),
  form("shows null for fields without a value", { unset: "null" }, [declares("cookie_domain", "x.example.com")]),
  form("leaves out fields that have their default", { defaults: "omitted" }, [
    declares("proxy_only", true),
    declares("inject_sdk_position", null),
  ]),
  form("writes times as seconds", { timestamps: "seconds" }),
  form("writes times as milliseconds", { timestamps: "milliseconds" }),
];
