import type { OpenOptions } from "../../emulator/open-emulator.ts";
import { COMPONENT, DOMAINS, exactly, has, lacks, PROJECT, stores, talk } from "./conversation.ts";

const components = [{ component_slug: "edgee/ga4", settings: { measurement_id: "G-1 \n", sample_rate: "0.50" } }];
const domains = [{ name: "www.example.com" }];
const site = { organization_id: "org_1", slug: "site", components, domains };
const normalized: OpenOptions = { seed: { projects: [site] }, habits: { forms: "normalized" } };
const terse: OpenOptions = { seed: { projects: [site] }, habits: { forms: "terse" } };
const limiting = { rank: 1, limit: 5, window: "10s", block_duration: 60, key: ["ip"] };

const matcher = { present: ["b", "A", "b"], values: { "X-ID": 1 } };
const matchers = { request_headers: matcher, request_cookies: matcher };
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
      conditions: { ...matchers, request_methods: ["get"], response_status: [404, 200] },
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

talk("projects are shown in one form everywhere, and stored as they were sent", normalized, [
  ...Object.entries(shown).map(([name, value]) => [`POST ${PROJECT}`, sent, has(name, value)] as const),
  [`GET ${PROJECT}`, shown],
  ["GET /v1/projects", { data: [shown] }],
  stores({ project: sent }),
  (emulator) => emulator.setHabits({}),
  [`GET ${PROJECT}`, sent],
]);

const update = { measurement_id: 7, sample_rate: "", anonymize_ip: "true", own: "1" };
const odd = { anonymize_ip: "yes", sample_rate: [1] };

talk("settings have the type of the catalogue", normalized, [
  [`GET ${COMPONENT}`, has("settings", { measurement_id: "G-1", sample_rate: 0.5 })],
  [`POST ${COMPONENT}`, { settings: update }, has("settings", { ...update, measurement_id: "7", anonymize_ip: true })],
  [`POST ${COMPONENT}`, { settings: odd }, has("settings", odd)],
]);

const bare = {
  description: "",
  force_https: false,
  autocapture: { click: true, form: false },
  trusted_ips: ["1.2.3.4/32", "10.0.0.0/8", "::1/128", "::1/32"],
  cookie_name: "edgee",
};
const record = {
  id: "prj_1",
  organization_id: "org_1",
  slug: "site",
  force_https: false,
  autocapture: { click: true },
  trusted_ips: ["1.2.3.4", "10.0.0.0/8", "::1", "::1/32"],
};
const domain = { ...domains[0], project_id: "prj_1", dns_status: false, ssl_status: false };

talk("terse records have neither defaults nor empty texts, types and times", terse, [
  [`POST ${PROJECT}`, bare, exactly(record)],
  stores({ project: bare }),
  // Components lack their organization, and say only if they are not active.
  [`GET ${COMPONENT}`, { id: "pc_1", component_id: "cmp_ga4", component_slug: "ga4" }],
  [`GET ${COMPONENT}`, lacks({ active: true })],
  [`POST ${COMPONENT}`, { active: false }, { active: false }],
  // Lists say only what is needed to read on.
  [`GET ${DOMAINS}`, exactly({ data: [domain], has_more: false, last_key: "www.example.com" })],
]);
