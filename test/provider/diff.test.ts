import { runtime } from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { site, ga4, www, open, requests, type Properties, type Scene, UPDATE } from "./provider.ts";

/** Cache rules that differ in their paths. */
const rules = (...each: readonly object[]) => ({
  overrideCache: each.map((rule, index) => ({ path: `/${index}`, ...rule })),
});

let scene: Scene;
let state: Properties;
beforeAll(async () => {
  scene = await open();
  state = { ...site, origin: scene.emulator.url };
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
});

describe("no change", () => {
  it.each([
    ["nothing", {}, {}],
    ["other code of the provider", {}, { __provider: "newer code" }],
    ["another case of the slug, which the service does not tell apart", { slug: "Site" }, {}],
    ["another case of the organization's id", { organizationId: "Org_1" }, {}],
    ["another order of a set", { blockedIps: ["a", "b"] }, { blockedIps: ["b", "a"] }],
    [
      "the documented default, which a refresh has found as null",
      { autocapture: null },
      { autocapture: { click: false } },
    ],
    ["another order of keys", { extra: { a: 1, b: 2 } }, { extra: { b: 2, a: 1 } }],
    ["other ranks in the same order", { overrideCache: [{ rank: 1 }] }, { overrideCache: [{ rank: 5 }] }],
  ])("%s", async (_what, old, now) => {
    expect(await scene.project.diff("prj_1", { ...state, ...old }, { ...site, ...now })).toEqual({ changes: false });
  });

  it("another case of a component", async () => {
    const news = { ...ga4, component: "Edgee/GA4" };
    expect(await scene.component.diff("prj_1/pc_1", ga4, news)).toEqual({ changes: false });
  });
});

describe("an update, left to the engine to describe", () => {
  it.each([
    ["another value", { cache: true }, { cache: false }],
    ["another slug", {}, { slug: "shop" }],
    ["a field that is declared for the first time", {}, { forceHttps: true }],
    ["a field that is no longer declared", { cache: true }, {}],
    ["a value that is not known yet", { cookieName: "c" }, { cookieName: runtime.unknownValue }],
    ["a value inside that is not known yet", { blockedIps: ["a"] }, { blockedIps: [runtime.unknownValue] }],
    ["an empty value after null, without a documented default", { description: null }, { description: "" }],
    ["ranks that are given", rules({}, {}), rules({ rank: 1 }, { rank: 2 })],
    ["ranks that are left out", rules({ rank: 1 }, { rank: 1 }), rules({}, {})],
    ["a zero that is given", rules({}), rules({ ttl: 0, swr: 0 })],
    ["a zero that is left out", rules({ ttl: 0, swr: 0 }), rules({})],
    ["other line ends in extra", { extra: { note: "a\r\nb" } }, { extra: { note: "a\nb" } }],
    ["white space at an end in extra", { extra: { note: "a" } }, { extra: { note: "a " } }],
    ["the provider's code, after the native provider", { __provider: undefined }, {}],
    ["an option", {}, { forceDestroy: true }],
    ["the id of this very project to adopt", {}, { adoptId: "prj_1" }],
  ])("%s", async (_what, old, now) => {
    expect(await scene.project.diff("prj_1", { ...state, ...old }, { ...site, ...now })).toEqual(UPDATE);
  });
});

describe("a replacement", () => {
  it.each(["org_2", runtime.unknownValue])("of a project in the organization %s", async (organizationId) => {
    expect(await scene.project.diff("prj_1", state, { ...site, organizationId })).toEqual({
      replaces: ["organizationId"],
      deleteBeforeReplace: false,
    });
  });

  it("of a project if another one is to be adopted, the new one first", async () => {
    expect(await scene.project.diff("prj_1", state, { ...site, adoptId: "prj_2" })).toEqual({
      replaces: ["adoptId"],
      deleteBeforeReplace: false,
    });
  });

  it.each([
    ["projectId", "prj_2", "the old one"],
    ["projectId", runtime.unknownValue, "the old one"],
    ["name", "shop.example.com", "the new one"],
    ["name", runtime.unknownValue, "the new one"],
  ])("of a domain with %s %s, %s first", async (field, value, first) => {
    expect(await scene.domain.diff("prj_1/www.example.com", www, { ...www, [field]: value })).toEqual({
      replaces: [field],
      deleteBeforeReplace: first === "the old one",
    });
  });

  it.each([
    ["projectId", runtime.unknownValue],
    ["component", "edgee/meta-capi"],
  ])("of a component with %s %s, the new one first", async (field, value) => {
    const news = { ...ga4, [field]: value, settings: { pixel_id: "x" } };
    expect(await scene.component.diff("prj_1/pc_1", ga4, news)).toEqual({
      replaces: [field],
      deleteBeforeReplace: false,
    });
  });
});

it("none of these sends a request to the service", () => {
  expect(requests(scene.emulator)).toEqual([]);
});
