import { describe, expect, it } from "vitest";
import { z } from "zod";
import { canonical } from "../../core/resources/canonical.ts";
import { declaredProject, fieldOf, projectFields } from "../../core/resources/project-fields.ts";
import { compareProject } from "../../core/resources/compare-project.ts";
import { FLAGS } from "../documented-fields.ts";

const enums = { log_severity: ["INFO", "DEBUG", "WARNING", "ERROR"], inject_sdk_position: ["append", "prepend"] };
const texts = ["description", "external_project_url", "cookie_domain", "proxy_only_path_regex"];
const sets = ["trusted_ips", "blocked_ips", "cookie_whitelist"];

/**
 * For each field, the notations of each of its meanings, taken from docs/internals/service.md ("Records" and "Defaults"), not from the
 * code. The first meaning is the default. What counts inside a rule is in same-meaning.test.ts.
 */
const meanings: readonly (readonly [string, readonly (readonly unknown[])[]])[] = [
  ...Object.entries(FLAGS).map(([name, byDefault]) => [name, [[null, byDefault], [!byDefault]]] as const),
  ...Object.entries(enums).map(
    ([name, [byDefault, ...others]]) => [name, [[null, byDefault], ...others.map((value) => [value])]] as const,
  ),
  ...texts.map((name) => [name, [[null, "", " \n"], ["a", "a\n", "a  "], ["b"], ["null"]]] as const),
  ["cookie_name", [[null, "", "edgee"], ["Edgee"], ["a"]]],
  ...sets.map(
    (name) =>
      [
        name,
        [[null, []], [["a"], ["a", "a"]], ["ab", "ba", "bab"].map((names) => Array.from(names)), [["b"]], [[""]]],
      ] as const,
  ),
  ["type", [["proxy"], ["mcp"]]],
  ["rate_limiting", [[null, []], [[{ rank: 1, limit: 5 }]], [[{ rank: 1, limit: 6 }]]]],
  ["override_cache", [[null, []], [[{ path: "/a" }]], [[{ path: "/b" }]]]],
  ["forwarded_headers", [[null, []], [[{ name: "a", value: "1" }]], [[{ name: "a", value: "2" }]]]],
  [
    "autocapture",
    [
      [null, {}, { click: false }],
      [{ click: true }, { click: true, form: null }],
    ],
  ],
];

const key = { organization_id: "org_1", slug: "site" };

/** The canonical forms of notations of one field. */
function formsOf(name: string, notations: readonly unknown[]): ReadonlySet<string> {
  const schema = fieldOf(name);
  if (schema === undefined) throw new Error(`There is no field ${name}.`);
  const forms = notations.map((value) => canonical(schema, value));
  for (const form of forms) expect(canonical(schema, form)).toEqual(form);
  return new Set(forms.map((form) => JSON.stringify(form)));
}

describe("comparing a project", () => {
  it("covers every field", () => {
    expect(meanings.map(([name]) => name).toSorted()).toEqual(
      Object.keys(projectFields)
        .filter((name) => name !== "slug")
        .toSorted(),
    );
  });

  it.each(meanings)("distinguishes all meanings of a field, and no notations of one meaning: %s", (name, ways) => {
    const forms = ways.map((same) => formsOf(name, same));
    expect(forms.map((form) => form.size)).toEqual(ways.map(() => 1));
    expect(new Set(forms.flatMap((form) => [...form])).size).toBe(ways.length);
  });

  it.each(meanings)("takes a missing live field for the default: %s", (name, [byDefault = []]) => {
    expect(formsOf(name, [undefined, ...byDefault]).size).toBe(1);
    const declared = declaredProject.parse({ ...key, [name]: byDefault.at(-1) });
    expect(compareProject(declared, { id: "prj_1", ...key })).toEqual([]);
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
