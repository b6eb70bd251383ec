import { describe, expect, it } from "vitest";
import { creationBody, settingsBody, updateBody } from "../../core/resources/project-body.ts";
import type { DeclaredProject } from "../../core/resources/project-fields.ts";

const key = { organization_id: "org_1", slug: "site" } as const;
const live = { id: "prj_1", ...key };

const headers = { request_headers: { values: { a: null, b: [1] } } };

const rules = {
  override_cache: [
    { path: "/a", ttl: null, conditions: headers },
    { path: "/b", conditions: null },
  ],
  rate_limiting: [{ rank: 1, limit: 2, window: null, key: null, conditions: { path: null, method: ["GET"] } }],
  forwarded_headers: [{ name: "x", value: "" }],
} satisfies Partial<DeclaredProject>;

const sentRules = {
  override_cache: [{ path: "/a", conditions: headers }, { path: "/b" }],
  rate_limiting: [{ rank: 1, limit: 2, conditions: { method: ["GET"] } }],
  forwarded_headers: [{ name: "x", value: "" }],
};

const NO_EVENTS = { pageview: false, spa_pageview: false, engagement: false, click: false, form: false, scroll: false };

const change = (path: string, to: unknown) => ({ path, from: "x", to, replace: false });

describe("the body of a create", () => {
  it("has the declared fields besides the settings, and a type", () => {
    const declared: DeclaredProject = {
      ...key,
      description: null,
      external_project_url: "https://a.example",
      cache: true,
    };
    expect(creationBody(declared)).toEqual({ ...key, type: "proxy", external_project_url: "https://a.example" });
    expect(creationBody({ ...key, type: "mcp" })).toEqual({ ...key, type: "mcp" });
  });
});

describe("the settings of a new project", () => {
  it("are what is declared, without null, which asks for the default", () => {
    const declared: DeclaredProject = {
      ...key,
      description: "D",
      cache: true,
      cookie_name: null,
      autocapture: {},
      trusted_ips: [],
      extra: { colour: null },
    };
    expect(settingsBody(declared)).toEqual({ cache: true, trusted_ips: [], colour: null });
  });

  it("have no null inside a rule, but in a map with free keys", () => {
    expect(settingsBody({ ...key, ...rules })).toEqual(sentRules);
  });
});

describe("the body of an update", () => {
  it("has the changed fields, without null inside a rule", () => {
    const changes = [change("description", "new"), ...Object.entries(rules).map(([name, to]) => change(name, to))];
    expect(updateBody({ ...key, ...rules, cache: true }, live, changes)).toEqual({ description: "new", ...sentRules });
  });

  it("has null for a nullable field, and the empty form of every other one", () => {
    const nulls = { cookie_name: null, trusted_ips: null };
    const empty = { ...nulls, description: "", external_project_url: "", override_cache: [], autocapture: NO_EVENTS };
    const changes = Object.keys(empty).map((name) => change(name, null));
    expect(updateBody(key, live, changes)).toEqual(empty);
  });

  it("has the live events with the declared ones", () => {
    const declared: DeclaredProject = { ...key, autocapture: { click: true } };
    const before = { ...live, autocapture: { form: true, scroll: null, click: false } };
    expect(updateBody(declared, before, [change("autocapture.click", true)])).toEqual({
      autocapture: { form: true, click: true },
    });
  });

  it("leaves an extra field as it is declared, whatever its name", () => {
    const extra = { "autocapture.x": { a: null } };
    expect(updateBody({ ...key, extra }, live, [change("autocapture.x", { a: null })])).toEqual(extra);
  });
});
