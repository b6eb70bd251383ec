import { describe, expect, it } from "vitest";
import { compareComponent } from "../../../core/resources/component/compare.ts";
import { declaredComponent } from "../../../core/resources/component/declared.ts";
import { entryOf, secret } from "./entry.ts";

/* Which settings differ is shown in settings.test.ts. */

const live = { id: "pc_1", component_slug: "acme/box", component_version: "1" };
const fields = [{ name: "mode", type: "number" }, secret("token", { required: true })];
const entry = entryOf({ "1": fields }, { id: "cmp_box" });

const compare = (declared: object, shown: object = {}) =>
  compareComponent({ component: "acme/box", ...declared }, { ...live, ...shown }, entry);

describe("a component differs", () => {
  it("in its slug: then it must be replaced", () => {
    const change = { path: "component", from: "acme/box", to: "acme/other", replace: true };
    expect(compare({ component: "acme/other" })).toEqual([change]);
  });

  it.each([
    ["that its record leaves out", undefined, undefined],
    ["in another case", "Acme/BOX", undefined],
    ["in another form", "@acme/box", undefined],
    ["that was renamed, with the catalogue's id", "acme/old", "cmp_box"],
  ])("not in a slug %s", (_what, component_slug, component_id) => {
    expect(compare({}, { component_slug, component_id })).toEqual([]);
  });

  it("in declared fields, with the live and the declared value, and in no other", () => {
    const shown = { settings: { mode: 1, token: "t", other: "o" }, region: "eu" };
    const declared = { version: "2", active: false, settings: { mode: 2, token: "t" }, extra: { plan: "free" } };
    expect(compare(declared, shown)).toEqual([
      { path: "version", from: "1", to: "2", replace: false },
      { path: "active", from: null, to: false, replace: false },
      { path: "settings.mode", from: 1, to: 2, replace: false },
      { path: "plan", from: null, to: "free", replace: false },
    ]);
    expect(compare({}, { active: false, ...shown })).toEqual([]);
  });

  it("not in the same value in another form: settings by the catalogue's type, unknown fields by their keys", () => {
    const declared = { active: true, settings: { mode: 1, token: "t" }, extra: { plan: { a: 2, b: 1 } } };
    const shown = { settings: { mode: "1", token: "t\n" }, plan: { b: 1, a: 2 } };
    for (const active of [null, "true", 1]) expect(compare(declared, { ...shown, active })).toEqual([]);
    for (const active of ["false", 0])
      expect(compare(declared, { ...shown, active })).toMatchObject([{ path: "active" }]);
  });

  it("not in a version that the service does not show: it would differ for ever", () => {
    for (const component_version of [null, undefined])
      expect(compare({ version: "2" }, { component_version })).toEqual([]);
  });

  it("in own properties of the record, not in inherited ones", () => {
    expect(compare({ extra: { toString: 1 } })).toEqual([{ path: "toString", from: null, to: 1, replace: false }]);
  });
});

it.each([{ component: "ga4" }, { version: "" }, { colour: "red" }])(
  "a component may not be declared with %j",
  (more) => {
    expect(declaredComponent.safeParse({ component: "acme/box" }).success).toBe(true);
    expect(declaredComponent.safeParse({ component: "acme/box", ...more }).success).toBe(false);
  },
);
