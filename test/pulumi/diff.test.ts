import { runtime } from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { code, open, requests, type Properties, type Scene, UPDATE } from "./provider.ts";

let scene: Scene;
let state: Properties;
beforeAll(async () => {
  scene = await open();
  state = { ...code, organizationId: "org_1", slug: "site", origin: scene.emulator.url };
});
afterAll(async () => {
  await scene[Symbol.asyncDispose]();
});

const inputs = { ...code, organizationId: "org_1", slug: "site" };

describe("no change", () => {
  it.each([
    ["nothing", {}, {}],
    ["other code of the provider", {}, { __provider: "newer code" }],
    ["another order of a set", { blockedIps: ["a", "b"] }, { blockedIps: ["b", "a"] }],
    ["another order of keys", { extra: { a: 1, b: 2 } }, { extra: { b: 2, a: 1 } }],
  ])("%s", async (_what, old, now) => {
    expect(await scene.project.diff("prj_1", { ...state, ...old }, { ...inputs, ...now })).toEqual({ changes: false });
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
    ["an option", {}, { forceDestroy: true }],
    ["the id of this very project to adopt", {}, { adoptId: "prj_1" }],
  ])("%s", async (_what, old, now) => {
    expect(await scene.project.diff("prj_1", { ...state, ...old }, { ...inputs, ...now })).toEqual(UPDATE);
  });
});

describe("a replacement", () => {
  it.each(["org_2", runtime.unknownValue])("of a project in the organization %s", async (organizationId) => {
    expect(await scene.project.diff("prj_1", state, { ...inputs, organizationId })).toEqual({
      replaces: ["organizationId"],
      deleteBeforeReplace: false,
    });
  });

  it("of a project if another one is to be adopted, the new one first", async () => {
    expect(await scene.project.diff("prj_1", state, { ...inputs, adoptId: "prj_2" })).toEqual({
      replaces: ["adoptId"],
      deleteBeforeReplace: false,
    });
  });

  const domain = { ...code, projectId: "prj_1", name: "www.example.com" };

  it.each([
    ["projectId", "prj_2", "the old one"],
    ["projectId", runtime.unknownValue, "the old one"],
    ["name", "shop.example.com", "the new one"],
    ["name", runtime.unknownValue, "the new one"],
  ])("of a domain with %s %s, %s first", async (field, value, first) => {
    expect(await scene.domain.diff("prj_1/www.example.com", domain, { ...domain, [field]: value })).toEqual({
      replaces: [field],
      deleteBeforeReplace: first === "the old one",
    });
  });

  const component = { ...code, projectId: "prj_1", component: "edgee/ga4", settings: { measurement_id: "G-1" } };

  it.each([
    ["projectId", runtime.unknownValue],
    ["component", "edgee/meta-capi"],
  ])("of a component with %s %s, the new one first", async (field, value) => {
    const news = { ...component, [field]: value, settings: { pixel_id: "x" } };
    expect(await scene.component.diff("prj_1/pc_1", component, news)).toEqual({
      replaces: [field],
      deleteBeforeReplace: false,
    });
  });
});

it("none of these sends a request to the service", () => {
  expect(requests(scene.emulator)).toEqual([]);
});

it("a resource of another service is an error, also if nothing changes", async () => {
  const other = { ...state, origin: "https://old.example.com" };
  await expect(scene.project.diff("prj_1", other, inputs)).rejects.toThrow(
    `project prj_1 was created on https://old.example.com, but the configured service is ${scene.emulator.url}.`,
  );
});
