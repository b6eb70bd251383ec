import { describe, expect, it } from "vitest";
import type { ProjectRecord } from "../../core/api/records.ts";
import type { DeclaredProject } from "../../core/resources/project-fields.ts";
import { notesOnUnknownDefaults, compareProject } from "../../core/resources/compare-project.ts";

/*
 * Each rule of equality, with what a service may make of the declared value, and the nearest values that mean something else.
 * The sources are docs/internals/service.md and the standards of the types, not the code.
 */

interface Rule {
  readonly rule: string;
  readonly field: string;
  readonly declared: unknown;
  readonly same: readonly unknown[];
  readonly different: readonly unknown[];
}

const cacheRule = (rule: object) => [{ path: "/a", ...rule }];
const conditions = (content: object) => cacheRule({ conditions: content });
const limit = (rule: object) => [{ rank: 1, limit: 5, ...rule }];
const headers = (...all: readonly (readonly [name: string, value: string])[]) =>
  all.map(([name, value]) => ({ name, value }));
const paths = (...all: readonly (readonly [path: string, rank?: number])[]) =>
  all.map(([path, rank]) => ({ path, ...(rank === undefined ? {} : { rank }) }));
const limits = (...all: readonly (readonly [rank: number, limit: number])[]) =>
  all.map(([rank, most]) => ({ rank, limit: most }));

const RULES: readonly Rule[] = [
  {
    rule: "white space at the end of a text and the kind of line ends do not count",
    field: "description",
    declared: "two\nlines\n",
    same: ["two\nlines", "two\r\nlines\r\n", "two\rlines  "],
    different: ["two lines", "two\n lines", "two\n\nlines", " two\nlines", "Two\nlines", null],
  },
  {
    rule: "a URL is compared in its WHATWG form",
    field: "external_project_url",
    declared: "https://Example.com:443/a/../b?x=1",
    same: ["https://example.com/b?x=1", "HTTPS://EXAMPLE.COM/b?x=1"],
    different: [
      "http://example.com/b?x=1",
      "https://example.com/b/?x=1",
      "https://example.com/B?x=1",
      "https://example.com:444/b?x=1",
      "https://user@example.com/b?x=1",
      "https://example.com/b?x=1#",
      null,
    ],
  },
  {
    rule: "a URL without a path has the path /",
    field: "external_project_url",
    declared: "https://example.com",
    same: ["https://example.com/"],
    different: ["https://example.com/a", "https://example.org", "example.com"],
  },
  {
    rule: "the domain of a cookie has no case and no leading dot",
    field: "cookie_domain",
    declared: "Example.com",
    same: ["example.com", ".example.com"],
    different: ["www.example.com", "example.co", "..example.com", null],
  },
  {
    rule: "addresses are compared in their canonical form (RFC 5952), without a length that covers one address",
    field: "trusted_ips",
    declared: ["203.0.113.7", "2001:DB8:0:0:0:0:0:1", "203.0.113.0/24"],
    same: [
      ["203.0.113.7/32", "2001:db8::1/128", "203.0.113.0/24"],
      ["203.0.113.0/24", "2001:0db8:0000::1", "203.0.113.7", "203.0.113.7/32"],
      ["203.0.113.7", "2001:db8::1", "203.0.113.9/24"],
    ],
    different: [
      ["203.0.113.7/31", "2001:db8::1", "203.0.113.0/24"],
      ["203.0.113.8", "2001:db8::1", "203.0.113.0/24"],
      ["203.0.113.7", "2001:db8::1:1", "203.0.113.0/24"],
      ["203.0.113.7", "2001:db8::1/127", "203.0.113.0/24"],
      ["203.0.113.7", "2001:db8::1", "203.0.113.0/25"],
      ["203.0.113.7", "2001:db8::1", "203.0.113.0"],
      ["203.0.113.7", "2001:db8::1"],
      ["203.0.113.7", "2001:db8::1", "203.0.113.0/24", "10.0.0.1"],
    ],
  },
  {
    rule: "an IPv4 address at the end of an IPv6 address is its last 32 bits (RFC 4291, 2.2)",
    field: "blocked_ips",
    declared: ["::192.0.2.1", "::ffff:192.0.2.1", "::198.51.100.0/120"],
    same: [["::c000:201", "::ffff:c000:201", "::c633:6400/120"]],
    different: [
      ["::ffff:192.0.2.1", "::198.51.100.0/120"],
      ["::192.0.2.1", "::ffff:192.0.2.1", "::ffff:198.51.100.0/120"],
    ],
  },
  {
    rule: "text that is no address is compared as text",
    field: "blocked_ips",
    declared: ["127.1", "10.0.0.0/8"],
    same: [["127.1", "10.0.0.0/8"]],
    different: [
      ["127.0.0.1", "10.0.0.0/8"],
      ["127.1", "10.0.0.0/08x"],
    ],
  },
  {
    rule: "a choice has no case",
    field: "log_severity",
    declared: "WARNING",
    same: ["warning", "Warning"],
    different: ["WARN", "ERROR", null],
  },
  {
    rule: "a flag may be stored as text or as a number",
    field: "cache",
    declared: true,
    same: ["true", "True", 1, "1"],
    different: ["t", 2, -1, 1.5, "01", "yes", false, "false", 0, "0", null],
  },
  {
    rule: "headers are compared by name without case, in any order",
    field: "forwarded_headers",
    declared: headers(["X-One", "a b"], ["x-two", "C"]),
    same: [headers(["x-two", "C"], ["x-one", "a b "])],
    different: [
      headers(["x-one", "a b"], ["x-two", "c"]),
      headers(["x-one", "a  b"], ["x-two", "C"]),
      headers(["x-one", "C"], ["x-two", "a b"]),
      headers(["x-one", "a b"]),
      headers(["x-one", "a b"], ["x_two", "C"]),
    ],
  },
  {
    rule: "headers with one name keep their order",
    field: "forwarded_headers",
    declared: headers(["x-one", "1"], ["X-One", "2"]),
    same: [headers(["X-ONE", "1"], ["x-one", "2"])],
    different: [headers(["x-one", "2"], ["x-one", "1"])],
  },
  {
    rule: "a key that a rule leaves out equals the default and a zero value",
    field: "override_cache",
    declared: paths(["/a"]),
    same: [
      [{ path: "/a", regex: false, ttl: 0, swr: 0, pass: false, rank: 0, conditions: {} }],
      [{ path: "/a", ttl: null, rank: 1, conditions: { request_methods: [], request_cookies: { values: {} } } }],
      [{ path: "/a\n", conditions: { request_headers: { present: [], absent: [], values: {} }, response_status: [] } }],
    ],
    different: [
      [{ path: "/a", ttl: 1 }],
      [{ path: "/a", pass: true }],
      [{ path: "/a", regex: true }],
      [{ path: "/a", swr: -1 }],
      [{ path: "/a", conditions: { request_cookies: { values: { a: 0 } } } }],
      [{ path: "/a", conditions: { request_cookies: { values: { a: false } } } }],
      [{ path: "/a", conditions: { response_status: [0] } }],
      [],
    ],
  },
  {
    rule: "an empty map may be written as an empty list",
    field: "override_cache",
    declared: conditions({ request_headers: { present: ["x-a"] } }),
    same: [
      conditions({ request_headers: { present: ["x-a"], values: [] }, request_cookies: [] }),
      conditions({ request_headers: { present: ["x-a"], absent: {} }, request_methods: {} }),
    ],
    different: [
      conditions([]),
      conditions({ request_headers: [] }),
      conditions({ request_headers: { present: ["x-a"], values: [""] } }),
      conditions({ request_headers: { present: ["x-a"] }, request_cookies: [[]] }),
    ],
  },
  {
    rule: "a zero value that a rule declares is not the same as none",
    field: "override_cache",
    declared: cacheRule({ ttl: 0 }),
    same: [cacheRule({ ttl: 0, swr: 0 }), cacheRule({ ttl: "0" })],
    different: [cacheRule({}), cacheRule({ ttl: null }), cacheRule({ ttl: 1 })],
  },
  {
    rule: "ranks count by their order",
    field: "override_cache",
    declared: paths(["/a", 10], ["/b", 20]),
    same: [paths(["/a", 1], ["/b", 2]), paths(["/b", 1], ["/a", 0]), paths(["/a"], ["/b"])],
    different: [paths(["/a", 2], ["/b", 1]), paths(["/a", 1], ["/b", 1]), paths(["/b"], ["/a"])],
  },
  {
    rule: "rules without ranks count by their order",
    field: "override_cache",
    declared: paths(["/b"], ["/a"]),
    same: [paths(["/b", 0], ["/a", 0]), paths(["/a", 2], ["/b", 1])],
    different: [paths(["/a", 1], ["/b", 2]), paths(["/a"], ["/b"])],
  },
  {
    rule: "rules with one rank may be in any order among themselves",
    field: "rate_limiting",
    declared: limits([1, 1], [1, 2], [2, 3]),
    same: [limits([1, 2], [1, 1], [5, 3]), limits([2, 1], [1, 2], [3, 3])],
    different: [limits([1, 1], [1, 2], [1, 3]), limits([1, 3], [2, 1], [2, 2]), limits([1, 1], [1, 1], [2, 3])],
  },
  {
    rule: "the documented defaults of a rule may be filled in",
    field: "rate_limiting",
    declared: limit({}),
    same: [
      limit({ window: "10s", block_duration: 60, key: ["ip"], conditions: { method: [], regex: false, path: "" } }),
    ],
    different: [
      limit({ window: "1s" }),
      limit({ block_duration: 0 }),
      limit({ block_duration: 61 }),
      limit({ key: ["ip", "ua"] }),
      limit({ conditions: { method: ["GET"] } }),
      limit({ conditions: { path: "/" } }),
    ],
  },
  {
    rule: "methods and codes have no case, and their order does not count",
    field: "rate_limiting",
    declared: limit({ conditions: { method: ["GET", "POST"], country: ["SE"], continent: ["EU"] } }),
    same: [limit({ conditions: { method: ["post", "get"], country: ["se"], continent: ["eu"] } })],
    different: [
      limit({ conditions: { method: ["GET"], country: ["SE"], continent: ["EU"] } }),
      limit({ conditions: { method: ["GET", "PUT"], country: ["SE"], continent: ["EU"] } }),
      limit({ conditions: { method: ["GET", "POST"], country: ["FI"], continent: ["EU"] } }),
    ],
  },
  {
    rule: "names of headers have no case in conditions, and their values do",
    field: "override_cache",
    declared: conditions({ request_headers: { present: ["X-A"], values: { "X-B": "One" } }, request_methods: ["get"] }),
    same: [
      conditions({ request_headers: { present: ["x-a"], values: { "x-b": "One" } }, request_methods: ["GET"] }),
      conditions({
        request_headers: { absent: [], present: ["x-a", "X-A"], values: { "X-b": "One\n" } },
        request_methods: ["GET"],
        response_status: [],
      }),
    ],
    different: [
      conditions({ request_headers: { present: ["x-a"], values: { "x-b": "one" } }, request_methods: ["GET"] }),
      conditions({ request_headers: { present: ["x-c"], values: { "x-b": "One" } }, request_methods: ["GET"] }),
      conditions({ request_headers: { absent: ["x-a"], values: { "x-b": "One" } }, request_methods: ["GET"] }),
      conditions({ response_headers: { present: ["x-a"], values: { "x-b": "One" } }, request_methods: ["GET"] }),
      conditions({ request_headers: { present: ["x-a"], values: { "x-b": "One" } }, request_methods: ["PUT"] }),
    ],
  },
  {
    rule: "names of cookies and query parameters have case",
    field: "override_cache",
    declared: conditions({ request_cookies: { present: ["Id"] }, request_query_params: { values: { Q: "1" } } }),
    same: [conditions({ request_query_params: { values: { Q: "1" } }, request_cookies: { present: ["Id"] } })],
    different: [
      conditions({ request_cookies: { present: ["id"] }, request_query_params: { values: { Q: "1" } } }),
      conditions({ request_cookies: { present: ["Id"] }, request_query_params: { values: { q: "1" } } }),
    ],
  },
  {
    rule: "an event that is absent is false",
    field: "autocapture",
    declared: { click: false, form: true },
    same: [{ form: true }, { form: true, click: null, scroll: true }, { form: "true", click: 0 }],
    different: [{ form: true, click: true }, {}, null, { form: false }, { form: 2 }],
  },
  {
    rule: "null asks for a documented default",
    field: "autocapture",
    declared: null,
    same: [null, undefined, {}, [], { click: false, form: false }],
    different: [{ click: true }, ["click"]],
  },
];

const key = { organization_id: "org_1", slug: "site" };
const differs = (field: string, declared: unknown, live: unknown): boolean => {
  const declaration: DeclaredProject = { ...key, [field]: declared };
  const record: ProjectRecord = { id: "prj_1", ...key, [field]: live };
  return compareProject(declaration, record).length > 0;
};

describe("equal by meaning", () => {
  it.each(RULES)("$field: $rule", ({ field, declared, same, different }) => {
    expect(same.filter((live) => differs(field, declared, live))).toEqual([]);
    expect(different.filter((live) => !differs(field, declared, live))).toEqual([]);
  });
});

describe("null without a documented default", () => {
  it.each([
    ["description", "text", '""'],
    ["external_project_url", "https://example.com", '""'],
    ["cookie_domain", "example.com", '""'],
    ["proxy_only_path_regex", "^/a", '""'],
    ["override_cache", paths(["/a"]), "[]"],
  ])("leaves the live %s as it is, with a note", (field, value, empty) => {
    expect(differs(field, null, value)).toBe(false);
    const notes = notesOnUnknownDefaults({ ...key, [field]: null }, { id: "prj_1", ...key, [field]: value });
    expect(notes).toEqual([
      expect.stringMatching(new RegExp(`^${field}: .*declare ${empty.replace("[]", "\\[\\]")}\\.$`)),
    ]);
    expect(differs(field, JSON.parse(empty), value)).toBe(true);
  });

  it("needs no note where nothing is live, or where a default is documented", () => {
    const declared: DeclaredProject = { ...key, description: null, cookie_name: null, override_cache: null };
    expect(notesOnUnknownDefaults(declared, { id: "prj_1", ...key, description: "", cookie_name: "x" })).toEqual([]);
  });
});
