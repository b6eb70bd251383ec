import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProjectRecord } from "../../core/api/records.ts";
import { creationBody, settingsBody, updateBody } from "../../core/resources/project-body.ts";
import type { DeclaredProject } from "../../core/resources/project-fields.ts";
import { compareProject } from "../../core/resources/compare-project.ts";

const key = { organization_id: "org_1", slug: "site" } as const;
const live = { id: "prj_1", ...key };

const compare = (declared: object, shown: object = {}) =>
  compareProject({ ...key, ...declared }, { ...live, ...shown }).map(({ path }) => path);

describe("a project differs", () => {
  it("not in an organization or slug in another form, nor in an organization that is not shown", () => {
    for (const shown of [{ organization_id: undefined }, { organization_id: "ORG_1" }, { slug: "acme/Site" }])
      expect(compare({}, shown)).toEqual([]);
    expect(compare({}, { slug: "acme/site2" })).toEqual(["slug"]);
  });

  it("in declared events, whatever the service shows in their place", () => {
    const autocapture = { click: true, scroll: false, form: undefined };
    for (const shown of [undefined, null, {}, { click: null, form: true }, "none"])
      expect(compare({ autocapture }, { autocapture: shown })).toEqual(["autocapture.click"]);
  });

  it("not in undeclared fields", () => {
    expect(compare({ cache: undefined }, { cache: true, description: "x", region: "eu" })).toEqual([]);
  });
});

/* Any declaration is reached from nothing and from any other state by the bodies that are sent, and these touch nothing else. */
describe("any declaration", () => {
  const flag = fc.constantFrom(null, true, false);
  const rules: NonNullable<DeclaredProject["override_cache"]> = [
    { path: "/a", ttl: null, conditions: null },
    { path: "/b" },
  ];
  const limits: NonNullable<DeclaredProject["rate_limiting"]>[] = [
    [{ rank: 2, limit: 1 }],
    [{ rank: 1, limit: 9, window: null, key: null }],
  ];
  const addresses = [[], ["1.1.1.1", "2.2.2.2"], ["2.2.2.2", "1.1.1.1", "1.1.1.1"]];
  const events = fc.record({ click: fc.boolean(), form: fc.boolean() }, { requiredKeys: [] });
  const fields = fc.record(
    {
      type: fc.constantFrom("proxy" as const, "mcp" as const),
      description: fc.constantFrom(null, "", "one"),
      force_https: flag,
      cache: flag,
      cookie_name: fc.constantFrom(null, "edgee", "mine"),
      trusted_ips: fc.constantFrom(null, ...addresses),
      log_severity: fc.constantFrom(null, "INFO" as const, "ERROR" as const),
      autocapture: fc.option(events, { nil: null }),
      override_cache: fc.constantFrom(null, [], rules),
      rate_limiting: fc.constantFrom(null, ...limits),
      extra: fc.constantFrom({ region: null }, { region: "eu" }),
    },
    { requiredKeys: [] },
  );
  const declaration: fc.Arbitrary<DeclaredProject> = fields.map((more) => ({ ...key, ...more }));
  const created = (declared: DeclaredProject): ProjectRecord => ({
    id: "prj_1",
    ...creationBody(declared),
    ...settingsBody(declared),
  });

  it("is what the two bodies of a new project say", () => {
    fc.assert(
      fc.property(declaration, (declared) => {
        expect(compareProject(declared, created(declared))).toEqual([]);
      }),
    );
  });

  it("is what one update says, which sends nothing that is not declared and nothing that is as declared", () => {
    fc.assert(
      fc.property(declaration, declaration, (first, second) => {
        const before = created(first);
        const changes = compareProject(second, before);
        const body = updateBody(second, before, changes);
        expect(compareProject(second, { ...before, ...body })).toEqual([]);
        const fieldsOfChanges = new Set(changes.map(({ path }) => path.split(".")[0] ?? ""));
        expect(Object.keys(body).toSorted()).toEqual([...fieldsOfChanges].toSorted());
      }),
    );
  });
});
