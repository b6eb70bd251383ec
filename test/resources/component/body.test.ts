import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProjectComponentRecord } from "../../../core/api/records.ts";
import { creationBody, updateBody } from "../../../core/resources/component/body.ts";
import { compareComponent } from "../../../core/resources/component/compare.ts";
import type { DeclaredComponent } from "../../../core/resources/component/declared.ts";
import { liveSecrets } from "../../../core/resources/component/masked-settings.ts";
import { entryOf, secret } from "./entry.ts";

const component = "acme/box";
const fields = ["a", "b", "c"].map((name) => ({ name, type: "any", secret: false }));
const entry = entryOf({ "1": [...fields, secret("token", { required: true })] });
const live = { id: "pc_1", component_slug: component, component_version: "1" };

/** The body of the update that a declaration needs. */
function bodyFor(more: object, shown: object = {}, forceSecrets = false) {
  const declared: DeclaredComponent = { component, ...more };
  const before: ProjectComponentRecord = { ...live, ...shown };
  const changes = compareComponent(declared, before, entry, forceSecrets);
  return updateBody(`component ${component}`, declared, before, changes, entry);
}

describe("the body of an integration", () => {
  it("has what is declared, and nothing for what is left to the service", () => {
    const settings = { a: "1", b: null };
    expect(creationBody({ component, version: "1", active: false, settings, extra: { plan: null } })).toEqual({
      component_slug: component,
      component_version: "1",
      active: false,
      settings: { a: "1" },
      plan: null,
    });
    expect(creationBody({ component, active: null, settings: null })).toEqual({ component_slug: component });
  });
});

describe("the body of an update", () => {
  it("has the version, active and unknown fields alone: settings stay out, so no secret is at risk", () => {
    const extra = { settings_locked: true, "settings.mode": "x", plan: null };
    const shown = { settings: { a: "1", token: "****" }, plan: "free" };
    expect(bodyFor({ version: "2", active: false, settings: { a: "1" }, extra }, shown)).toEqual({
      component_version: "2",
      active: false,
      ...extra,
    });
  });

  it("has the default of active itself for null", () => {
    expect(bodyFor({ active: null }, { active: false })).toEqual({ active: true });
  });

  it("has all settings, live and declared, if one differs, and a hidden secret as it is declared", () => {
    const shown = { settings: { a: "1", b: 5, c: false, token: "****" } };
    const token = "declared-secret";
    expect(bodyFor({ settings: { a: "2", token } }, shown)).toEqual({ settings: { a: "2", b: 5, c: false, token } });
    expect(bodyFor({ settings: { token } }, shown)).toEqual({});
    expect(bodyFor({ settings: { token } }, shown, true)).toEqual({ settings: { a: "1", b: 5, c: false, token } });
  });

  it("is refused if a secret that is not declared could be lost, hidden or shown; a declared null accepts that", () => {
    for (const token of ["****", undefined, "shown-secret"]) {
      const shown = { settings: { a: "1", token } };
      expect(() => bodyFor({ settings: { a: "2" } }, shown)).toThrow(
        expect.objectContaining({
          name: "SecretAtRiskError",
          message: expect.stringMatching(
            /^The settings of component acme\/box .* could lose token, .* Declare token too/,
          ),
        }),
      );
      expect(bodyFor({ settings: { a: "2", token: null } }, shown)).toEqual({ settings: { a: "2" } });
    }
  });
});

/* A service that replaces settings and one that merges them both end as declared, and keep what is not declared. */
it("any declaration is reached from any other by one body, which loses no setting, and then needs none", () => {
  const value = fc.oneof(fc.string({ maxLength: 4 }), fc.integer(), fc.boolean(), fc.constant(null), fc.jsonValue());
  const settings = fc.dictionary(fc.constantFrom("a", "b", "c"), value, { noNullPrototype: false });
  const declaration = fc.record(
    {
      version: fc.constantFrom("1", "2"),
      active: fc.option(fc.boolean(), { nil: null }),
      settings: fc.option(settings, { nil: null }),
    },
    { requiredKeys: [] },
  );
  const token = "test-token";
  fc.assert(
    fc.property(declaration, declaration, (first, more) => {
      const created = creationBody({ component, version: "1", ...first, settings: { ...first.settings, token } });
      const before: ProjectComponentRecord = { ...live, ...created };
      const second = { component, ...more, settings: { ...more.settings, token } };
      // A live value that looks like a mask is never sent back: settings.test.ts.
      fc.pre(liveSecrets(entry, before).held.size === 1);
      const body = bodyFor(second, before);
      for (const stored of [body["settings"], { ...before.settings, ...Object(body["settings"]) }]) {
        const after = {
          ...before,
          ...body,
          settings: body["settings"] === undefined ? before.settings : Object(stored),
        };
        expect(compareComponent(second, after, entry)).toEqual([]);
        expect(Object.keys(Object(after.settings))).toEqual(
          expect.arrayContaining(Object.keys(Object(before.settings))),
        );
      }
    }),
  );
});
