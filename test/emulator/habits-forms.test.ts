import { describe, expect, it } from "vitest";
import { openEmulator } from "../../emulator/open-emulator.ts";
import { ask, fields } from "./ask.ts";
import { testClock } from "./test-clock.ts";

const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      components: [{ component_slug: "edgee/ga4", settings: { measurement_id: "G-1 \n", sample_rate: "0.50" } }],
      domains: [{ name: "www.example.com" }],
    },
  ],
};
const path = "/v1/projects/prj_1";
const limiting = { rank: 1, limit: 5, window: "10s", block_duration: 60, key: ["ip"] };

describe("normalized", () => {
  const matcher = { present: ["b", "A", "b"], values: { "X-ID": 1 } };
  const sent = {
    description: " a\r\nb \n",
    external_project_url: "HTTPS://Example.com",
    trusted_ips: ["2001:0DB8:0:0:0:0:0:1", "1.2.3.4", "10.0.0.0/8", "1.2.3.4", "x"],
    cookie_whitelist: ["y", "x", "y"],
    forwarded_headers: [
      { name: "b", value: "1" },
      { name: "A", value: "2" },
      { name: "b", value: "0" },
    ],
    override_cache: [
      { path: "/c ", rank: 30 },
      {
        rank: 5,
        conditions: {
          request_headers: matcher,
          request_cookies: matcher,
          request_methods: ["get"],
          response_status: [404, 200],
        },
      },
    ],
    rate_limiting: [{ ...limiting, key: ["ua", "ip"], conditions: { country: ["FR", "DE"], regex: true } }],
  };
  const shown = {
    description: "a\nb",
    external_project_url: "https://example.com/",
    trusted_ips: ["1.2.3.4/32", "10.0.0.0/8", "2001:db8::1/128", "x"],
    cookie_whitelist: ["x", "y"],
    forwarded_headers: [
      { name: "a", value: "2" },
      { name: "b", value: "1" },
      { name: "b", value: "0" },
    ],
    override_cache: [
      {
        rank: 10,
        conditions: {
          request_headers: { present: ["a", "b"], values: { "x-id": 1 } },
          request_cookies: { present: ["A", "b"], values: { "X-ID": 1 } },
          request_methods: ["GET"],
          response_status: [200, 404],
        },
      },
      { path: "/c", rank: 20 },
    ],
    rate_limiting: [{ ...limiting, rank: 10, key: ["ip", "ua"], conditions: { country: ["DE", "FR"], regex: true } }],
    avatar_url: null,
    cookie_domain: null,
  };

  it("projects are shown in one form everywhere, and stored as they were sent", async () => {
    await using emulator = await openEmulator({ seed, clock: testClock(), habits: { forms: "normalized" } });
    const { body: updated } = await ask(emulator, `POST ${path}`, sent);
    for (const [name, value] of Object.entries(shown)) expect(updated).toHaveProperty(name, value);
    expect((await ask(emulator, `GET ${path}`)).body).toEqual(updated);
    expect((await ask(emulator, "GET /v1/projects")).body).toMatchObject({ data: [updated] });
    expect(emulator.state()[0]?.project).toMatchObject(sent);
    emulator.setHabits({});
    expect((await ask(emulator, `GET ${path}`)).body).toMatchObject(sent);
  });

  it("settings have the type of the catalogue", async () => {
    await using emulator = await openEmulator({ seed, habits: { forms: "normalized" } });
    const settings = async () => fields(await ask(emulator, `GET ${path}/components/pc_1`))["settings"];
    expect(await settings()).toEqual({ measurement_id: "G-1", sample_rate: 0.5 });
    const sent = { measurement_id: 7, sample_rate: "", anonymize_ip: "true", own: "1" };
    await ask(emulator, `POST ${path}/components/pc_1`, { settings: sent });
    expect(await settings()).toEqual({ measurement_id: "7", sample_rate: "", anonymize_ip: true, own: "1" });
    await ask(emulator, `POST ${path}/components/pc_1`, { settings: { anonymize_ip: "yes", sample_rate: [1] } });
    expect(await settings()).toEqual({ anonymize_ip: "yes", sample_rate: [1] });
  });
});

describe("terse", () => {
  it("projects have neither defaults nor empty texts, types and times", async () => {
    await using emulator = await openEmulator({ seed, habits: { forms: "terse" } });
    const sent = {
      description: "",
      force_https: false,
      autocapture: { click: true, form: false },
      trusted_ips: ["1.2.3.4/32", "10.0.0.0/8", "::1/128", "::1/32"],
      cookie_name: "edgee",
    };
    expect((await ask(emulator, `POST ${path}`, sent)).body).toEqual({
      id: "prj_1",
      organization_id: "org_1",
      slug: "site",
      force_https: false,
      autocapture: { click: true },
      trusted_ips: ["1.2.3.4", "10.0.0.0/8", "::1", "::1/32"],
    });
    expect(emulator.state()[0]?.project).toMatchObject(sent);
  });

  it("components lack their organization, and say only if they are not active", async () => {
    await using emulator = await openEmulator({ seed, habits: { forms: "terse" } });
    const component = async () => fields(await ask(emulator, `GET ${path}/components/pc_1`));
    expect(await component()).toMatchObject({ id: "pc_1", component_id: "cmp_ga4", component_slug: "ga4" });
    expect(await component()).not.toHaveProperty("active");
    await ask(emulator, `POST ${path}/components/pc_1`, { active: false });
    expect(await component()).toHaveProperty("active", false);
  });

  it("lists say only what is needed to read on", async () => {
    await using emulator = await openEmulator({ seed, habits: { forms: "terse" } });
    expect((await ask(emulator, `GET ${path}/domains`)).body).toEqual({
      data: [{ name: "www.example.com", project_id: "prj_1", dns_status: false, ssl_status: false }],
      has_more: false,
      last_key: "www.example.com",
    });
  });
});
