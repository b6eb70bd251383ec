import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../emulator/json-object.ts";
import { startEmulator } from "../../emulator/start.ts";
import type { Temperament } from "../../emulator/start.ts";
import { ask, fields } from "./ask.ts";
import { testClock } from "./test-clock.ts";

type Forms = NonNullable<Temperament["forms"]>;

const update = "POST /v1/projects/prj_1";
const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "my-site",
      components: [{ component_slug: "edgee/ga4" }],
      domains: [{ name: "xn--bcher-kva.example" }],
    },
  ],
};

const matcher = { present: ["b", "A", "b"], values: { "x-ID": 1 } };
const limiting = { rank: 1, limit: 5, window: "10s", block_duration: 60, key: ["ip"] };
const noMatch = { present: [], absent: [], values: {} };

/** The habit, the fields of an update, and the same fields as they are shown. */
const projectForms: [Forms, JsonObject, JsonObject][] = [
  [{ text: { trim: "end" } }, { description: " a \n", cookie_name: "c " }, { description: " a", cookie_name: "c" }],
  [{ text: { trim: "both" } }, { description: " a \n" }, { description: "a" }],
  [{ text: { lineEnds: "lf" } }, { description: "a\r\nb\rc\n" }, { description: "a\nb\nc\n" }],
  [{ text: { lineEnds: "crlf" } }, { description: "a\nb" }, { description: "a\r\nb" }],
  [{ text: { empty: "null" } }, { description: "", cookie_domain: "" }, { description: null, cookie_domain: null }],
  [{ text: { unicode: "composed" } }, { description: "e\u0301" }, { description: "\u00e9" }],
  [{ projectSlugs: "capitals" }, { slug: "my-site" }, { slug: "My-Site" }],
  [{ projectSlugs: "upper-case" }, { slug: "my-site" }, { slug: "MY-SITE" }],
  [{ projectSlugs: "prefixed" }, { slug: "my-site" }, { slug: "org_1/my-site" }],
  [{ organizationIds: { as: "upper-case" } }, {}, { organization_id: "ORG_1" }],
  [{ organizationIds: { as: "without-prefix" } }, {}, { organization_id: "1" }],
  [{ organizationIds: { as: "path" } }, {}, { organization_id: "organizations/org_1" }],
  [
    { urls: "whatwg" },
    { external_project_url: "HTTPS://Example.com" },
    { external_project_url: "https://example.com/" },
  ],
  [{ urls: "whatwg" }, { external_project_url: "not a URL" }, { external_project_url: "not a URL" }],
  [
    { addresses: { prefix: "added" } },
    { trusted_ips: ["1.2.3.4", "10.0.0.0/8", "::1", "x"], blocked_ips: ["5.6.7.8"] },
    { trusted_ips: ["1.2.3.4/32", "10.0.0.0/8", "::1/128", "x"], blocked_ips: ["5.6.7.8/32"] },
  ],
  [
    { addresses: { prefix: "removed" } },
    { trusted_ips: ["1.2.3.4/32", "10.0.0.0/8", "::1/128", "::1/32", "1.2.3.4/32/1"] },
    { trusted_ips: ["1.2.3.4", "10.0.0.0/8", "::1", "::1/32", "1.2.3.4/32/1"] },
  ],
  [
    { addresses: { ipv6: "compressed" } },
    { trusted_ips: ["2001:0DB8:0:0:0:0:0:1", "2001:db8::0/32"] },
    { trusted_ips: ["2001:db8::1", "2001:db8::/32"] },
  ],
  [
    { addresses: { ipv6: "expanded" } },
    { trusted_ips: ["2001:DB8::1", "::", "1.2.3.4"] },
    {
      trusted_ips: ["2001:0db8:0000:0000:0000:0000:0000:0001", "0000:0000:0000:0000:0000:0000:0000:0000", "1.2.3.4"],
    },
  ],
  [{ addresses: { ipv6: "upper-case" } }, { trusted_ips: ["2001:db8::a/64"] }, { trusted_ips: ["2001:DB8::A/64"] }],
  [
    { methods: "lower-case" },
    {
      rate_limiting: [{ ...limiting, conditions: { method: ["GET"] } }],
      override_cache: [{ conditions: { request_methods: ["GET"] } }],
    },
    {
      rate_limiting: [{ ...limiting, conditions: { method: ["get"] } }],
      override_cache: [{ conditions: { request_methods: ["get"] } }],
    },
  ],
  [
    { headers: { names: "lower-case" } },
    {
      forwarded_headers: [{ name: "X-A", value: "V" }],
      override_cache: [
        { conditions: { request_headers: matcher, response_headers: matcher, request_cookies: matcher } },
      ],
    },
    {
      forwarded_headers: [{ name: "x-a", value: "V" }],
      override_cache: [
        {
          conditions: {
            request_headers: { present: ["b", "a", "b"], values: { "x-id": 1 } },
            response_headers: { present: ["b", "a", "b"], values: { "x-id": 1 } },
            request_cookies: matcher,
          },
        },
      ],
    },
  ],
  [
    { headers: { names: "canonical" } },
    { forwarded_headers: [{ name: "x-REQUEST-id", value: "V" }] },
    { forwarded_headers: [{ name: "X-Request-Id", value: "V" }] },
  ],
  [
    { headers: { sorted: true } },
    {
      forwarded_headers: [
        { name: "b", value: "1" },
        { name: "A", value: "2" },
        { name: "b", value: "0" },
      ],
    },
    {
      forwarded_headers: [
        { name: "A", value: "2" },
        { name: "b", value: "1" },
        { name: "b", value: "0" },
      ],
    },
  ],
  [
    { sets: { sorted: true } },
    {
      trusted_ips: ["b", "a", "b"],
      cookie_whitelist: ["y", "x"],
      override_cache: [{ conditions: { request_cookies: matcher, response_status: [404, 200] } }],
      rate_limiting: [{ ...limiting, key: ["ua", "ip"], conditions: { country: ["FR", "DE"] } }],
    },
    {
      trusted_ips: ["a", "b", "b"],
      cookie_whitelist: ["x", "y"],
      override_cache: [
        { conditions: { request_cookies: { ...matcher, present: ["A", "b", "b"] }, response_status: [200, 404] } },
      ],
      rate_limiting: [{ ...limiting, key: ["ip", "ua"], conditions: { country: ["DE", "FR"] } }],
    },
  ],
  [
    { sets: { unique: true } },
    { blocked_ips: ["b", "a", "b"], cookie_whitelist: ["y", "y"] },
    { blocked_ips: ["b", "a"], cookie_whitelist: ["y"] },
  ],
  [
    { emptyLists: "null" },
    { trusted_ips: [], override_cache: [], cookie_whitelist: ["a"] },
    { trusted_ips: null, override_cache: null, cookie_whitelist: ["a"] },
  ],
  [
    { rules: { ranks: "from-0" } },
    {
      override_cache: [
        { path: "/c", rank: 30 },
        { path: "/a", rank: 5 },
        { path: "/b", rank: 5 },
      ],
    },
    {
      override_cache: [
        { path: "/c", rank: 2 },
        { path: "/a", rank: 0 },
        { path: "/b", rank: 1 },
      ],
    },
  ],
  [
    { rules: { ranks: "from-1" } },
    { override_cache: [{ path: "/a" }, { path: "/b" }] },
    {
      override_cache: [
        { path: "/a", rank: 1 },
        { path: "/b", rank: 2 },
      ],
    },
  ],
  [
    { rules: { ranks: "tens", sorted: true } },
    { rate_limiting: [{ ...limiting, rank: 2 }, limiting] },
    {
      rate_limiting: [
        { ...limiting, rank: 10 },
        { ...limiting, rank: 20 },
      ],
    },
  ],
  [
    { rules: { sorted: true } },
    {
      override_cache: [
        { path: "/c", rank: 30 },
        { path: "/a", rank: 5 },
      ],
    },
    {
      override_cache: [
        { path: "/a", rank: 5 },
        { path: "/c", rank: 30 },
      ],
    },
  ],
  [
    { rules: { unset: "zero" } },
    {
      override_cache: [{ ttl: 60, conditions: { request_cookies: { present: ["a"] } } }],
      rate_limiting: [limiting],
    },
    {
      override_cache: [
        {
          path: "",
          regex: false,
          ttl: 60,
          swr: 0,
          pass: false,
          rank: 0,
          conditions: {
            request_cookies: { ...noMatch, present: ["a"] },
            request_headers: noMatch,
            request_query_params: noMatch,
            response_headers: noMatch,
            request_methods: [],
            response_status: [],
          },
        },
      ],
      rate_limiting: [{ ...limiting, conditions: { path: "", regex: false, method: [], continent: [], country: [] } }],
    },
  ],
  [
    { rules: { unset: "null" } },
    { override_cache: [{ ttl: 60, conditions: { response_status: [200] } }], rate_limiting: [limiting] },
    {
      override_cache: [
        {
          path: null,
          regex: null,
          ttl: 60,
          swr: null,
          pass: null,
          rank: null,
          conditions: {
            request_cookies: null,
            request_headers: null,
            request_query_params: null,
            response_headers: null,
            request_methods: null,
            response_status: [200],
          },
        },
      ],
      rate_limiting: [{ ...limiting, conditions: null }],
    },
  ],
  [{ autocapture: "only-true" }, { autocapture: { click: true, form: false } }, { autocapture: { click: true } }],
  [
    { numbers: "text" },
    { override_cache: [{ ttl: 60, conditions: { response_status: [200] } }], rate_limiting: [limiting] },
    {
      override_cache: [{ ttl: "60", conditions: { response_status: ["200"] } }],
      rate_limiting: [{ ...limiting, rank: "1", limit: "5", block_duration: "60" }],
    },
  ],
  [
    { countries: "lower-case" },
    { rate_limiting: [{ ...limiting, conditions: { country: ["FR"] } }] },
    { rate_limiting: [{ ...limiting, conditions: { country: ["fr"] } }] },
  ],
  [
    { words: "upper-case" },
    { type: "mcp", log_severity: "INFO", inject_sdk_position: "prepend" },
    { type: "MCP", log_severity: "INFO", inject_sdk_position: "PREPEND" },
  ],
  [
    { words: "lower-case" },
    { type: "mcp", log_severity: "INFO", inject_sdk_position: "prepend" },
    { type: "mcp", log_severity: "info", inject_sdk_position: "prepend" },
  ],
  [{ unset: "null" }, {}, { description: null, external_project_url: null, avatar_url: null, override_cache: null }],
  [{ timestamps: "seconds" }, {}, { created_at: 1_759_320_000, updated_at: 1_759_320_000 }],
  [{ timestamps: "milliseconds" }, {}, { created_at: 1_759_320_000_000 }],
];

it.each(projectForms)(
  "with %j, the update %j is shown as %j, everywhere, and stored as it was sent",
  async (forms, sent, shown) => {
    await using emulator = await startEmulator({ seed, clock: testClock(), temperament: { forms } });
    const { body: updated } = await ask(emulator, update, sent);
    expect(updated).toMatchObject(shown);
    for (const [name, value] of Object.entries(shown)) expect(updated).toHaveProperty(name, value);
    expect((await ask(emulator, "GET /v1/projects/prj_1")).body).toEqual(updated);
    expect((await ask(emulator, "GET /v1/projects")).body).toMatchObject({ data: [updated] });
    expect(emulator.state()[0]?.project).toMatchObject(sent);
    emulator.setTemperament("plain");
    expect((await ask(emulator, "GET /v1/projects/prj_1")).body).toMatchObject(sent);
  },
);

describe("a field that is left out", () => {
  it("is a text that is empty", async () => {
    await using emulator = await startEmulator({ seed, temperament: { forms: { text: { empty: "omitted" } } } });
    expect((await ask(emulator, update, { description: "" })).body).not.toHaveProperty("description");
    expect(emulator.state()[0]?.project.description).toBe("");
  });

  it("is a list that is empty", async () => {
    await using emulator = await startEmulator({ seed, temperament: { forms: { emptyLists: "omitted" } } });
    const shown = fields(await ask(emulator, update, { trusted_ips: ["a"], override_cache: [], autocapture: {} }));
    expect(Object.keys(shown).filter((name) => Array.isArray(shown[name]))).toEqual(["trusted_ips"]);
    expect(shown).not.toHaveProperty("override_cache");
    expect(shown).toHaveProperty("autocapture.click", false);
  });

  it("is one that has its default", async () => {
    await using emulator = await startEmulator({
      seed,
      clock: testClock(),
      temperament: { forms: { defaults: "omitted" } },
    });
    const { created_at: _, updated_at: __, ...shown } = fields(await ask(emulator, update, { force_https: false }));
    expect(shown).toEqual({
      object: "project",
      id: "prj_1",
      organization_id: "org_1",
      slug: "my-site",
      force_https: false,
    });
    expect((await ask(emulator, "GET /v1/projects/prj_1/components/pc_1")).body).not.toHaveProperty("active");
  });

  it.each([
    [{ as: "omitted" }, false, false],
    [{ as: "omitted", in: "lists" }, false, true],
    [{ as: "omitted", in: "single" }, true, false],
  ] as const)("is the organization with %j", async (organizationIds, inList, inSingle) => {
    await using emulator = await startEmulator({ seed, temperament: { forms: { organizationIds } } });
    const single = fields(await ask(emulator, "GET /v1/projects/prj_1"));
    expect(Object.hasOwn(single, "organization_id")).toBe(inSingle);
    const list = await ask(emulator, "GET /v1/projects?organization_id=org_1");
    expect(list).toMatchObject({ body: { data: [{ id: "prj_1" }] } });
    expect(JSON.stringify(list.body).includes("organization_id")).toBe(inList);
  });
});

describe("what a service with its own forms accepts", () => {
  it.each<[Forms, JsonObject, JsonObject]>([
    [{ projectSlugs: "lower-case" }, { slug: "My-Site" }, { slug: "my-site" }],
    [
      { methods: "upper-case" },
      { rate_limiting: [{ ...limiting, conditions: { method: ["get"] } }] },
      { rate_limiting: [{ ...limiting, conditions: { method: ["GET"] } }] },
    ],
    [
      { countries: "lower-case" },
      { rate_limiting: [{ ...limiting, conditions: { country: ["fr"] } }] },
      { rate_limiting: [{ ...limiting, conditions: { country: ["FR"] } }] },
    ],
    [{ words: "lower-case" }, { type: "MCP", log_severity: "info" }, { type: "mcp", log_severity: "INFO" }],
  ])("with %j, %j is stored as %j", async (forms, sent, stored) => {
    await using emulator = await startEmulator({ seed, temperament: { forms } });
    expect(await ask(emulator, update, sent)).toMatchObject({ status: 200 });
    expect(emulator.state()[0]?.project).toMatchObject(stored);
    emulator.setTemperament("plain");
    expect(await ask(emulator, update, sent)).toMatchObject({ status: 400 });
  });

  it("is one slug in any case", async () => {
    await using emulator = await startEmulator({ seed, temperament: { forms: { projectSlugs: "lower-case" } } });
    const body = { organization_id: "org_1", slug: "MY-site", type: "proxy" };
    expect(await ask(emulator, "POST /v1/projects", body)).toMatchObject({ status: 409 });
  });
});

describe("slugs of components", () => {
  it.each([
    ["lower-case", "edgee/ga4"],
    ["capitals", "Edgee/Ga4"],
    ["upper-case", "EDGEE/GA4"],
    ["without-organization", "ga4"],
  ] as const)("as %s are %s, and are found in any case", async (componentSlugs, slug) => {
    await using emulator = await startEmulator({ seed, temperament: { forms: { componentSlugs } } });
    const path = "/v1/projects/prj_1/components";
    const component = fields(await ask(emulator, `GET ${path}/pc_1`));
    expect(component).toMatchObject({ component_id: "cmp_ga4", component_slug: slug });
    expect(await ask(emulator, `GET ${path}`)).toMatchObject({ body: { data: [component] } });
    expect(await ask(emulator, "GET /v1/components/Edgee/GA4")).toMatchObject({ status: 200, body: { slug } });
    const added = await ask(emulator, `POST ${path}`, { component_slug: "Edgee/Meta-Capi" });
    expect(added).toMatchObject({ status: 200, body: { component_id: "cmp_meta_capi" } });
    expect(emulator.state()[0]?.components).toMatchObject([
      { component_slug: "edgee/ga4" },
      { component_slug: "edgee/meta-capi" },
    ]);
  });

  it("can be left out", async () => {
    await using emulator = await startEmulator({ seed, temperament: { forms: { componentSlugs: "omitted" } } });
    const { body } = await ask(emulator, "GET /v1/projects/prj_1/components/pc_1");
    expect(body).toHaveProperty("component_id", "cmp_ga4");
    expect(body).not.toHaveProperty("component_slug");
  });
});

describe("values of settings", () => {
  const settings = {
    measurement_id: 7,
    anonymize_ip: "true",
    sample_rate: "0.5",
    other: true,
    deep: { a: 1 },
    none: null,
  };

  it.each([
    ["text", { ...settings, measurement_id: "7", other: "true" }],
    ["typed", { ...settings, measurement_id: "7", anonymize_ip: true, sample_rate: 0.5 }],
  ] as const)("as %s are shown as %j", async (settingValues, shown) => {
    await using emulator = await startEmulator({ seed, temperament: { forms: { settingValues } } });
    const path = "/v1/projects/prj_1/components";
    expect((await ask(emulator, `POST ${path}/pc_1`, { settings })).body).toHaveProperty("settings", shown);
    expect((await ask(emulator, `GET ${path}`)).body).toHaveProperty("data.0.settings", shown);
    expect(emulator.state()[0]?.components[0]?.settings).toEqual(settings);
  });

  it("are trimmed at every level, and a number stays that is none", async () => {
    const forms = { text: { trim: "both" }, settingValues: "typed" } as const;
    await using emulator = await startEmulator({ seed, temperament: { forms } });
    const sent = { sample_rate: " half ", deep: [{ a: " b " }] };
    const { body } = await ask(emulator, "POST /v1/projects/prj_1/components/pc_1", { settings: sent });
    expect(body).toHaveProperty("settings", { sample_rate: "half", deep: [{ a: "b" }] });
  });
});

describe("host names", () => {
  it.each([
    ["unicode", "bücher.example"],
    ["upper-case", "XN--BCHER-KVA.EXAMPLE"],
    ["trailing-dot", "xn--bcher-kva.example."],
  ] as const)("as %s are %s, and are found in both forms", async (hostNames, name) => {
    await using emulator = await startEmulator({ seed, temperament: { forms: { hostNames } } });
    const path = "/v1/projects/prj_1/domains";
    expect(await ask(emulator, `GET ${path}`)).toMatchObject({ body: { data: [{ name }], last_key: name } });
    for (const form of ["xn--bcher-kva.example", encodeURIComponent(name)]) {
      expect(await ask(emulator, `GET ${path}/${form}`)).toMatchObject({ status: 200, body: { name } });
      expect(await ask(emulator, `GET ${path}?start_key=${form}`)).toMatchObject({ body: { data: [] } });
    }
    expect((await ask(emulator, `DELETE ${path}/${encodeURIComponent(name)}`)).body).toMatchObject({ id: name });
    expect(await ask(emulator, `POST ${path}`, { name })).toMatchObject({ status: 200, body: { name } });
    expect(emulator.state()[0]?.domains).toMatchObject([{ name: "xn--bcher-kva.example" }]);
  });
});

it("shows null for unset fields of components and of the catalogue too", async () => {
  const catalogue = [{ id: "cmp_1", slug: "a/b", latest_version: "1", versions: { "1": {} } }];
  const projects = [{ organization_id: "org_1", slug: "site", components: [{ component_slug: "a/b" }] }];
  await using emulator = await startEmulator({
    seed: { catalogue, projects },
    temperament: { forms: { unset: "null" } },
  });
  expect((await ask(emulator, "GET /v1/projects/prj_1/components/pc_1")).body).toEqual({
    object: "project_component",
    id: "pc_1",
    component_id: "cmp_1",
    component_slug: "a/b",
    component_version: "1",
    category: null,
    subcategory: null,
    active: true,
    settings: null,
  });
  expect((await ask(emulator, "GET /v1/components/a/b")).body).toEqual({
    object: "component",
    id: "cmp_1",
    slug: "a/b",
    latest_version: "1",
    avatar_url: null,
    description: null,
    repo_link: null,
    documentation_link: null,
    versions: { "1": { object: "component_version", changelog: null } },
  });
});
