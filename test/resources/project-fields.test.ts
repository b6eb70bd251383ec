import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { declaredProject, fieldOf, projectFields } from "../../core/resources/project-fields.ts";
import { DOCUMENTED_FIELDS } from "../documented-fields.ts";

const key = { organization_id: "org_1", slug: "site" };

/** The problems of a declaration, by field. Empty if it is valid. */
function problems(fields: object): Record<string, string> {
  const { error } = declaredProject.safeParse({ ...key, ...fields });
  const issues: readonly z.core.$ZodIssue[] = error?.issues ?? [];
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

const rule = { rank: 1, limit: 5 };

/** Values that the service accepts (docs/internals/service.md, "Records"). */
const allowed: readonly (readonly [string, readonly unknown[]])[] = [
  ["organization_id", ["org_1", "o"]],
  ["slug", ["a", "7", "site", "my-site", "my-long-site-2", "My_Site", "a--b", "a".repeat(100)]],
  ["type", ["proxy", "ai_analytics", "mcp"]],
  ["log_severity", ["DEBUG", "INFO", "WARNING", "ERROR", null]],
  ["inject_sdk_position", ["prepend", "append", null]],
  ["forwarded_headers", [[{ name: "x-origin", value: "" }], [], null]],
  ["extra", [{ region: { name: "eu" }, zone: null }]],
  [
    "rate_limiting",
    [
      null,
      [],
      [rule],
      [{ rank: 300, limit: 1000, block_duration: 600 }],
      ...["1s", "10s", "60s", null].map((window) => [{ ...rule, window }]),
      ...[["ip"], ["ua"], ["ip", "ua"], null].map((names) => [{ ...rule, key: names }]),
      ...[
        null,
        {},
        { path: "/a", regex: true },
        { method: ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"] },
        ...["AF", "AN", "AS", "EU", "NA", "OC", "SA"].map((name) => ({ continent: [name] })),
        { country: ["SE", "FI"] },
      ].map((conditions) => [{ ...rule, conditions }]),
    ],
  ],
  [
    "override_cache",
    [
      [{ path: "/a", regex: true, ttl: 60, swr: 0, pass: false, rank: 2 }],
      [{ conditions: { request_methods: ["GET"], response_status: [200, 404] } }],
      ...["request_cookies", "request_headers", "request_query_params", "response_headers"].map((name) => [
        { conditions: { [name]: { present: ["a"], absent: ["b"], values: { c: "1" } } } },
      ]),
    ],
  ],
];

type Refused = readonly (readonly [field: string, path: string, value: unknown])[];
const each = (field: string, values: readonly unknown[]): Refused => values.map((value) => [field, field, value]);
const inRule = (name: string, values: readonly unknown[], at = name): Refused =>
  values.map((value) => ["rate_limiting", `rate_limiting.0.${at}`, [{ ...rule, [name]: value }]]);

/** Values that it does not accept: the field, the path of the problem, the value. */
const refused: Refused = [
  ...each("organization_id", [""]),
  ...each("slug", ["", ".site", "my site", "site!", "a/b", "caf\u00e9", "site\n", "a".repeat(254)]),
  ...each("type", ["", "web", null]),
  ...each("log_severity", ["", "debug"]),
  ...each("inject_sdk_position", ["", "before"]),
  ["forwarded_headers", "forwarded_headers.0.name", [{ name: "", value: "1" }]],
  ["forwarded_headers", "forwarded_headers.0.value", [{ name: "x-origin" }]],
  ...each("autocapture", [{ hover: true }]),
  ...["rank", "limit", "block_duration"].flatMap((name) => inRule(name, [0, -1, 1.5])),
  ...inRule("window", ["", "5s", "1"]),
  ...inRule("key", [[""], ["host"]], "key.0"),
  ...Object.entries({ method: ["get", ""], continent: ["XX", ""], country: ["se", "S", "SWE", "1SE"] }).flatMap(
    ([name, values]) =>
      inRule(
        "conditions",
        values.map((value) => ({ [name]: [value] })),
        `conditions.${name}.0`,
      ),
  ),
  ...inRule("conditions", [{ host: "a" }]),
  ["override_cache", "override_cache.0.conditions", [{ conditions: { cookies: {} } }]],
  ["override_cache", "override_cache.0.conditions.request_cookies", [{ conditions: { request_cookies: { any: [] } } }]],
];

describe("a project", () => {
  it.each(allowed.flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    "may be declared with %s %j",
    (name, value) => {
      expect(problems({ [name]: value })).toEqual({});
    },
  );

  it.each(refused)("may not be declared with %s, because of %s: %j", (name, path, value) => {
    expect(Object.keys(problems({ [name]: value }))).toEqual([path]);
  });

  it("gets a message that says what a name and a country look like", () => {
    const conditions = { country: ["Sweden"] };
    expect(problems({ slug: "My site", rate_limiting: [{ ...rule, conditions }] })).toEqual({
      slug: expect.stringContaining("letters, digits and . _ ~ -"),
      "rate_limiting.0.conditions.country.0": expect.stringContaining("two capital letters"),
    });
  });
});

describe("the table of fields", () => {
  const known = Object.entries(projectFields).filter(([name]) => name !== "slug");

  it("has every documented field", () => {
    expect(known.map(([name]) => name).toSorted()).toEqual(DOCUMENTED_FIELDS.map(({ name }) => name).toSorted());
  });

  it.each(DOCUMENTED_FIELDS.filter(({ byDefault }) => byDefault !== undefined))(
    "has the documented default of $name",
    ({ name, byDefault }) => {
      expect(fieldOf(name)?.meta()).toMatchObject({ default: byDefault });
    },
  );

  it.each(DOCUMENTED_FIELDS)(
    "says what is sent for $name declared as null, unless it is nullable",
    ({ name, isNullable }) => {
      const accepted = fieldOf(name)?.safeParse(null).success === true;
      expect(accepted && fieldOf(name)?.meta()?.["emptyForm"] === undefined).toBe(isNullable);
    },
  );
});
