import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { canonical } from "../../provider/resources/canonical.ts";
import { declaredProject, projectFields, type DeclaredProject } from "../../provider/resources/project-fields.ts";
import { compareProject } from "../../provider/resources/project.ts";
import { FLAGS } from "../documented-fields.ts";

const enums = {
  log_severity: ["INFO", "DEBUG", "WARNING", "ERROR"],
  inject_sdk_position: ["append", "prepend"],
};
const texts = ["description", "external_project_url", "cookie_domain", "proxy_only_path_regex"];
const sets = ["trusted_ips", "blocked_ips", "cookie_whitelist"];

/**
 * For each field, the notations of each of its meanings, taken from docs/service.md ("Records" and "Defaults"), not from the
 * code. The first meaning is the default.
 */
const meanings: readonly (readonly [string, readonly (readonly unknown[])[]])[] = [
  ...Object.entries(FLAGS).map(([name, byDefault]) => [name, [[null, byDefault], [!byDefault]]] as const),
  ...Object.entries(enums).map(
    ([name, [byDefault, ...others]]) => [name, [[null, byDefault], ...others.map((value) => [value])]] as const,
  ),
  ...texts.map((name) => [name, [[null, ""], ["a", "a\n", "a  "], ["b"]]] as const),
  ["cookie_name", [[null, "", "edgee"], ["a"], ["b"]]],
  ...sets.map(
    (name) =>
      [
        name,
        [
          [null, []],
          [["a"], ["a", "a"]],
          [
            ["a", "b"],
            ["b", "a"],
            ["b", "a", "b"],
          ],
          [["b"]],
        ],
      ] as const,
  ),
  ["type", [["proxy"], ["mcp"]]],
  [
    "rate_limiting",
    [
      [null, []],
      [
        [{ rank: 1, limit: 5 }],
        [{ limit: 5, rank: 1, window: "10s", block_duration: 60, key: ["ip"], conditions: null }],
        [{ rank: 1, limit: 5, conditions: {} }],
        [{ rank: 1, limit: 5, conditions: { country: [], path: null, regex: false } }],
        [{ rank: 1, limit: 5, id: "rule_1" }],
      ],
      [[{ rank: 1, limit: 5, window: "1s" }]],
      [[{ rank: 1, limit: 5, key: ["ua", "ip"] }], [{ rank: 1, limit: 5, key: ["ip", "ua"] }]],
      [
        [
          { rank: 2, limit: 6, conditions: { country: ["SE", "FI"] } },
          { rank: 1, limit: 5 },
        ],
        [
          { rank: 1, limit: 5 },
          { rank: 2, limit: 6, conditions: { country: ["FI", "SE", "FI"] } },
        ],
      ],
    ],
  ],
  [
    "override_cache",
    [
      [null, []],
      [
        [{ path: "/a", rank: 1 }],
        [{ rank: 1, path: "/a", regex: false, pass: false, ttl: null, swr: null, conditions: null }],
        [{ rank: 1, path: "/a", conditions: { request_cookies: { present: [] } } }],
        [{ rank: 1, path: "/a", conditions: { request_headers: { values: {} }, request_methods: [] } }],
      ],
      [[{ path: "/a", rank: 1, ttl: 7 }], [{ path: "/a", rank: 8, ttl: "7" }]],
      [[{ path: "/a", rank: 1, pass: true }]],
      [
        [{ path: "/a", rank: 1, conditions: { request_cookies: { values: { x: "1", y: "2" } } } }],
        [{ path: "/a", rank: 1, conditions: { request_cookies: { values: { y: "2", x: "1" } } } }],
      ],
      [[{ path: "/a" }, { path: "/b" }]],
      [[{ path: "/b" }, { path: "/a" }]],
    ],
  ],
  [
    "forwarded_headers",
    [
      [null, []],
      [[{ name: "a", value: "1" }]],
      [
        [
          { name: "a", value: "1" },
          { name: "b", value: "" },
        ],
        [
          { value: "1", name: "a" },
          { value: "", name: "b", added_at: 7 },
        ],
        [
          { name: "B", value: "" },
          { name: "A", value: " 1 " },
        ],
      ],
    ],
  ],
  [
    "autocapture",
    [
      [null, {}, { click: false }],
      [{ click: true }, { click: true, form: null }],
    ],
  ],
];

interface Chosen {
  readonly name: string;
  readonly meaning: number;
  readonly value: unknown;
}

/** One notation of one meaning of a field. */
function notation(name: string, ways: readonly (readonly unknown[])[]): fc.Arbitrary<Chosen> {
  return fc
    .nat(ways.length - 1)
    .chain((meaning) => fc.constantFrom(...(ways[meaning] ?? [])).map((value) => ({ name, meaning, value })));
}

const field = fc.constantFrom(...meanings);
const someFields = fc
  .subarray([...meanings])
  .chain((fields) => fc.tuple(...fields.map((meaning) => notation(...meaning))));
const allFields = fc.tuple(...meanings.map((meaning) => notation(...meaning)));

const key = { organization_id: "org_1", slug: "site" };

function record(fields: readonly Chosen[]): ProjectRecord {
  return { id: "prj_1", ...key, ...Object.fromEntries(fields.map(({ name, value }) => [name, value])) };
}

function declaration(fields: readonly Chosen[]): DeclaredProject {
  return { ...key, ...Object.fromEntries(fields.map(({ name, value }) => [name, value])) };
}

function differing(declared: readonly Chosen[], live: readonly Chosen[]): string[] {
  const of = new Map(live.map(({ name, meaning }) => [name, meaning]));
  return declared
    .filter(({ name, meaning, value }) => meaning !== (of.get(name) ?? 0) && !asksForNothing(name, value))
    .map(({ name }) => name);
}

/**
 * `autocapture` is owned key by key: without keys it asks for nothing. `null` asks for the default: where none is documented,
 * a live value may be it.
 */
function asksForNothing(name: string, value: unknown): boolean {
  if (value === null) return texts.includes(name) || name === "override_cache";
  return name === "autocapture" && JSON.stringify(value) === "{}";
}

function compare(declared: DeclaredProject, live: ProjectRecord): string[] {
  const paths = compareProject(declared, live).map(({ path }) => path.split(".")[0] ?? "");
  return [...new Set(paths)];
}

describe("comparing a project", () => {
  it("covers every field", () => {
    expect(meanings.map(([name]) => name).toSorted()).toEqual(
      Object.keys(projectFields)
        .filter((name) => name !== "slug")
        .toSorted(),
    );
  });

  it("finds exactly the declared fields whose meaning differs, in any notation", () => {
    const check = fc.check(
      fc.property(someFields, allFields, (declared, live) => {
        const found = compare(declaration(declared), record(live)).toSorted();
        return JSON.stringify(found) === JSON.stringify(differing(declared, live).toSorted());
      }),
      { numRuns: 2000 },
    );
    expect(fc.defaultReportMessage(check)).toBeUndefined();
  });

  it("takes a missing live field for the default", () => {
    const check = fc.check(
      fc.property(someFields, (declared) => {
        const found = compare(declaration(declared), { id: "prj_1", ...key }).toSorted();
        return JSON.stringify(found) === JSON.stringify(differing(declared, []).toSorted());
      }),
    );
    expect(fc.defaultReportMessage(check)).toBeUndefined();
  });

  it("distinguishes all meanings of a field, and no notations of one meaning", () => {
    for (const [name, ways] of meanings) {
      const schema = Object.entries(projectFields).find(([known]) => known === name)?.[1];
      const forms = ways.map(
        (same) => new Set(same.map((value) => JSON.stringify(schema && canonical(schema, value)))),
      );
      expect({ name, sizes: forms.map((form) => form.size) }).toEqual({ name, sizes: ways.map(() => 1) });
      expect(new Set(forms.flatMap((form) => [...form])).size).toBe(ways.length);
    }
  });

  it("returns a form that is its own canonical form", () => {
    const check = fc.check(
      fc.property(
        field.chain((meaning) => notation(...meaning)),
        ({ name, value }) => {
          const schema = Object.entries(projectFields).find(([known]) => known === name)?.[1];
          if (schema === undefined) return false;
          const once = canonical(schema, value);
          return JSON.stringify(canonical(schema, once)) === JSON.stringify(once);
        },
      ),
    );
    expect(fc.defaultReportMessage(check)).toBeUndefined();
  });
});

describe("the canonical form", () => {
  const { override_cache: rules, trusted_ips: addresses } = projectFields;

  it("has groups of rules with one rank, the lowest first, and a rule without a rank before them", () => {
    const ranked = [
      { rank: 2, ttl: 1 },
      { rank: 10, ttl: 4 },
      { path: "/a" },
      { rank: 1, ttl: 3 },
      { rank: 2, ttl: 2 },
    ];
    expect(canonical(rules, ranked)).toEqual([[{ path: "/a" }], [{ ttl: 3 }], [{ ttl: 1 }, { ttl: 2 }], [{ ttl: 4 }]]);
  });

  it("has a set sorted", () => {
    expect(canonical(addresses, ["b", "c", "a", "b"])).toEqual(["a", "b", "c"]);
  });

  it("of a value of the wrong shape is the value, without an error", () => {
    for (const value of ["10.0.0.1", 7, { a: 1 }]) expect(canonical(addresses, value)).toEqual(value);
    expect(canonical(rules, [{ path: "/b" }, null, { path: "/a" }])).toEqual([{ path: "/b" }, null, { path: "/a" }]);
    expect(canonical(rules, [{ path: ["/b", "/a"] }])).toEqual([{ path: ["/b", "/a"] }]);
    expect(canonical(z.record(z.string(), z.unknown()), 7)).toBe(7);
  });

  it("of a value of any shape distinguishes an empty object from none", () => {
    expect(canonical(z.unknown(), {})).toEqual({});
    expect(canonical(z.unknown(), null)).toBeNull();
    expect(canonical(z.record(z.string(), z.unknown()), {})).toBeNull();
  });
});

describe("a change", () => {
  const live = { id: "prj_1", ...key, force_https: true, autocapture: { click: true, form: false }, region: "eu" };
  const compareTo = (declared: object) => compareProject({ ...key, ...declared }, live);

  it("has the live and the declared value, unchanged", () => {
    expect(compareTo({ force_https: false, description: "x" })).toEqual([
      { path: "force_https", from: true, to: false, replace: false },
      { path: "description", from: null, to: "x", replace: false },
    ]);
  });

  it("of autocapture is one for each declared event", () => {
    expect(compareTo({ autocapture: { click: true, form: true, scroll: false } })).toEqual([
      { path: "autocapture.form", from: false, to: true, replace: false },
    ]);
    expect(compareTo({ autocapture: { click: false } })).toEqual([
      { path: "autocapture.click", from: true, to: false, replace: false },
    ]);
    expect(compareTo({ autocapture: {} })).toEqual([]);
    expect(compareTo({ autocapture: null })).toMatchObject([{ path: "autocapture", to: null }]);
  });

  it("of an unknown field compares its values unchanged", () => {
    expect(compareTo({ extra: { region: "eu", zone: null } })).toEqual([]);
    expect(compareTo({ extra: { region: "us", tags: ["a"] } })).toEqual([
      { path: "region", from: "eu", to: "us", replace: false },
      { path: "tags", from: null, to: ["a"], replace: false },
    ]);
  });

  it("of the organization replaces the project; of the slug updates it", () => {
    expect(compareTo({ organization_id: "org_2", slug: "new" })).toEqual([
      { path: "organization_id", from: "org_1", to: "org_2", replace: true },
      { path: "slug", from: "site", to: "new", replace: false },
    ]);
  });
});

it.each([
  [{ ...key, colour: "red" }],
  [{ ...key, force_https: "yes" }],
  [{ ...key, slug: "my site" }],
  [{ slug: "site" }],
  [{ ...key, id: "prj_1" }],
  [{ ...key, override_cache: [{ paths: "/" }] }],
  [{ ...key, rate_limiting: [{ rank: 0, limit: 1 }] }],
  [{ ...key, rate_limiting: [{ rank: 1, limit: 1, conditions: { country: ["se"] } }] }],
])("a project may not be declared as %j", (declared) => {
  expect(declaredProject.safeParse(declared).success).toBe(false);
});
