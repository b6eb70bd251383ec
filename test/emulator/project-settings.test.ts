import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { CHANGED_FLAGS, DOCUMENTED_FIELDS, type DocumentedField } from "../documented-fields.ts";
import { ask, fields, refusedParams } from "./ask.ts";

const seed = { projects: [{ organization_id: "org_1", slug: "site" }] };
const update = "POST /v1/projects/prj_1";

const values: Record<string, unknown> = {
  type: "ai_analytics",
  description: "D",
  external_project_url: "https://site.example",
  log_severity: "DEBUG",
  ...CHANGED_FLAGS,
  override_cache: [
    {},
    {
      path: "/a",
      regex: true,
      ttl: 0,
      swr: 1.5,
      pass: false,
      rank: 1,
      conditions: {
        request_cookies: { present: ["a"], absent: [], values: { b: "c" } },
        request_headers: {},
        request_query_params: { values: { q: ["1"] } },
        response_headers: { absent: ["x"] },
        request_methods: ["GET"],
        response_status: [200],
      },
    },
  ],
  cookie_name: "c",
  cookie_domain: ".site.example",
  proxy_only_path_regex: "^/a",
  inject_sdk_position: "prepend",
  autocapture: { pageview: true, spa_pageview: true, engagement: false, click: true, form: false, scroll: true },
  trusted_ips: ["203.0.113.1"],
  // It has no effect together with trusted_ips, but it is not refused.
  blocked_ips: ["203.0.113.2"],
  cookie_whitelist: ["a"],
  forwarded_headers: [{ name: "x-a", value: "" }],
  rate_limiting: [
    {
      rank: 1,
      limit: 5,
      window: "60s",
      block_duration: 1,
      key: ["ip", "ua"],
      conditions: { path: "/", regex: false, method: ["GET", "PATCH"], continent: ["EU"], country: ["FR"] },
    },
  ],
};

it("stores every setting unchanged", async () => {
  await using emulator = await startEmulator({ seed });
  expect(await ask(emulator, update, values)).toMatchObject({ status: 200, body: values });
  expect((await ask(emulator, "GET /v1/projects/prj_1")).body).toMatchObject(values);
});

it("has a value here for every field", () => {
  expect(Object.keys(values).toSorted()).toEqual(DOCUMENTED_FIELDS.map(({ name }) => name).toSorted());
});

const named = (fields: readonly DocumentedField[]): string[] => fields.map(({ name }) => name);

it.each(named(DOCUMENTED_FIELDS.filter(({ isNullable }) => isNullable)))(
  "resets %s to its default on null, and leaves the others unchanged",
  async (name) => {
    await using emulator = await startEmulator({ seed });
    const { [name]: fallback } = fields(await ask(emulator, "GET /v1/projects/prj_1"));
    await ask(emulator, update, values);
    expect(values[name]).not.toEqual(fallback);
    const { [name]: reset, ...others } = fields(await ask(emulator, update, { [name]: null }));
    expect(reset).toEqual(fallback);
    expect({ ...others, [name]: values[name] }).toMatchObject(values);
  },
);

it.each(named(DOCUMENTED_FIELDS.filter(({ isNullable }) => !isNullable)))("refuses null for %s", async (name) => {
  await using emulator = await startEmulator({ seed });
  expect(await ask(emulator, update, { [name]: null })).toEqual(refusedParams(name));
});

it("keeps an empty list distinct from one without a value", async () => {
  await using emulator = await startEmulator({ seed });
  expect(fields(await ask(emulator, update, {}))).not.toHaveProperty("override_cache");
  expect(await ask(emulator, update, { override_cache: [] })).toMatchObject({ body: { override_cache: [] } });
});

const noEvents = {
  pageview: false,
  spa_pageview: false,
  engagement: false,
  click: false,
  form: false,
  scroll: false,
};

it("stores false for each event that an update of autocapture leaves out", async () => {
  await using emulator = await startEmulator({ seed });
  const { body } = await ask(emulator, update, { autocapture: { click: true } });
  expect(body).toHaveProperty("autocapture", { ...noEvents, click: true });
  expect((await ask(emulator, update, { autocapture: {} })).body).toHaveProperty("autocapture", noEvents);
});

it("accepts rules with the same rank", async () => {
  await using emulator = await startEmulator({ seed });
  const rules = {
    override_cache: [{ rank: 1 }, { rank: 1 }],
    rate_limiting: [
      { rank: 1, limit: 1 },
      { rank: 1, limit: 2 },
    ],
  };
  expect(await ask(emulator, update, rules)).toMatchObject({ status: 200, body: rules });
});

it("fills in the defaults of a rate limiting rule, and only those", async () => {
  await using emulator = await startEmulator({ seed });
  await ask(emulator, update, {
    rate_limiting: [
      { rank: 1, limit: 2 },
      { rank: 2, limit: 3, window: "1s" },
    ],
  });
  expect((await ask(emulator, "GET /v1/projects/prj_1")).body).toHaveProperty("rate_limiting", [
    { rank: 1, limit: 2, window: "10s", block_duration: 60, key: ["ip"] },
    { rank: 2, limit: 3, window: "1s", block_duration: 60, key: ["ip"] },
  ]);
});

it.each([
  ["log_severity", "info"],
  ["inject_sdk_position", "before"],
  ["type", "web"],
  ["cookie_name", 1],
  ["force_https", "true"],
  ["trusted_ips", "203.0.113.1"],
  ["cookie_whitelist.1", ["a", 2]],
  ["autocapture.hover", { hover: true }],
  ["autocapture.click", { click: null }],
  ["override_cache.0.path", [{ path: null }]],
  ["override_cache.0.conditions", [{ conditions: null }]],
  ["override_cache.0.conditions.request_headers.present", [{ conditions: { request_headers: { present: null } } }]],
  ["rate_limiting.0.window", [{ rank: 1, limit: 1, window: null }]],
  ["rate_limiting.0.conditions.method", [{ rank: 1, limit: 1, conditions: { method: null } }]],
  ["forwarded_headers.0.value", [{ name: "a", value: null }]],
  ["forwarded_headers.0.value", [{ name: "a" }]],
  ["forwarded_headers.0.extra", [{ name: "a", value: "b", extra: 1 }]],
  ["override_cache.0.ttl", [{ ttl: "60" }]],
  ["override_cache.1.colour", [{}, { colour: 1 }]],
  ["override_cache.0.conditions.request_cookies.present", [{ conditions: { request_cookies: { present: "a" } } }]],
  ["override_cache.0.conditions.response_status.0", [{ conditions: { response_status: ["200"] } }]],
  ["rate_limiting.0.rank", [{ limit: 1 }]],
  ["rate_limiting.0.limit", [{ rank: 1, limit: 0 }]],
  ["rate_limiting.0.rank", [{ rank: 1.5, limit: 1 }]],
  ["rate_limiting.0.window", [{ rank: 1, limit: 1, window: "5s" }]],
  ["rate_limiting.0.block_duration", [{ rank: 1, limit: 1, block_duration: 0 }]],
  ["rate_limiting.0.key.0", [{ rank: 1, limit: 1, key: ["IP"] }]],
  ["rate_limiting.0.conditions.method.0", [{ rank: 1, limit: 1, conditions: { method: ["get"] } }]],
  ["rate_limiting.0.conditions.method.1", [{ rank: 1, limit: 1, conditions: { method: ["GET", "CONNECT"] } }]],
  ["rate_limiting.0.conditions.continent.0", [{ rank: 1, limit: 1, conditions: { continent: ["EUR"] } }]],
  ["rate_limiting.0.conditions.country.0", [{ rank: 1, limit: 1, conditions: { country: ["fr"] } }]],
])("refuses a wrong value and names %s", async (param, value) => {
  await using emulator = await startEmulator({ seed });
  const [field = ""] = param.split(".");
  expect(await ask(emulator, update, { [field]: value })).toEqual(refusedParams(param));
});

it("names all problems at once, and changes nothing", async () => {
  await using emulator = await startEmulator({ seed });
  const before = await ask(emulator, "GET /v1/projects/prj_1");
  const body = { force_https: 1, description: "D", override_cache: [{ ttl: "1", swr: "2" }], colour: 1, slug: "A" };
  expect(await ask(emulator, update, body)).toEqual(
    refusedParams("slug", "force_https", "override_cache.0.ttl", "override_cache.0.swr", "colour"),
  );
  expect((await ask(emulator, "GET /v1/projects/prj_1")).body).toEqual(before.body);
});
