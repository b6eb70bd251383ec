import { describe, expect, it } from "vitest";
import { isPartial, lacksField } from "../../core/resources/partial-record.ts";

const change = (path: string) => ({ path, from: null, to: "x", replace: false });

describe("a record of a list is short", () => {
  it.each<readonly [what: string, declared: object, listed: object]>([
    ["a declared field", { cache: true }, {}],
    ["a field that is declared as null", { cache: null }, {}],
    ["a field of extra", { extra: { region: "eu" } }, {}],
    ["the version, which the service names otherwise", { version: "1" }, {}],
    ["its settings", { settings: { a: 1 } }, { id: "pc_1" }],
  ])("if it lacks %s", (_what, declared, listed) => {
    expect(isPartial(declared, listed, [])).toBe(true);
  });

  it.each<readonly [what: string, declared: object, listed: object]>([
    ["what is not declared", { cache: undefined, extra: { region: undefined } }, {}],
    ["the key, by which it was found", { organization_id: "o", slug: "s", component: "a/b", name: "c" }, {}],
    [
      "no declared field, also where it shows null",
      { cache: true, version: "1" },
      { cache: null, component_version: "1" },
    ],
    ["one of the settings that do not differ", { settings: { a: 1 } }, { settings: {} }],
  ])("not if it lacks %s", (_what, declared, listed) => {
    expect(isPartial(declared, listed, [])).toBe(false);
  });

  it("if it lacks a setting or event that differs", () => {
    const declared = { settings: { a: 1 } };
    expect(isPartial(declared, { settings: { b: 1 } }, [change("settings.a")])).toBe(true);
    expect(isPartial(declared, { settings: { a: null } }, [change("settings.a")])).toBe(false);
  });
});

it("a path is first the name of a field of its own, then one inside another", () => {
  expect(lacksField({ "a.b": 1 }, "a.b")).toBe(false);
  expect(lacksField({ a: { "b.c": 1 } }, "a.b.c")).toBe(false);
  expect(lacksField({ a: { b: undefined } }, "a.b")).toBe(true);
  expect(lacksField({ a: "text" }, "a.b")).toBe(false);
  expect(lacksField({}, "toString")).toBe(true);
  expect(lacksField("text", "a")).toBe(true);
});
