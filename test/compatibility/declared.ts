import type { Seed } from "../../emulator/start.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { FLAGS } from "../documented-fields.ts";
import { EVERY_FIELD } from "../every-field.ts";
import type { SettingType } from "../world/oracle/meaning.ts";

/*
 * What the compatibility tests declare: every field of a project file, with values that services like to write in another
 * form.
 */

export interface Declared {
  readonly project: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, DeclaredPart>>;
  readonly domains: readonly (string | { readonly name: string; readonly absent: true })[];
}

export interface DeclaredPart {
  readonly version?: string;
  readonly active?: boolean | null;
  readonly absent?: true;
  readonly settings?: Readonly<Record<string, unknown>> | null;
}

/** The token that files take from the environment. */
export const SECRET = "EAABsb7kSECRETcanary98765";
export const ENVIRONMENT: Readonly<Record<string, string>> = { ACCESS_TOKEN: SECRET, ORIGIN_KEY: "origin-key-4711" };

/** By component: the types of its settings. */
export const SETTING_TYPES: Readonly<Record<string, Readonly<Record<string, SettingType>>>> = {
  "acme/all": { label: "string", digits: "string", share: "number", on: "bool", off: "bool", token: "string" },
  "edgee/ga4": { measurement_id: "string", debug_mode: "bool" },
};

const token = { secret: "ACCESS_TOKEN" };
const SETTINGS = { label: "Main shop\n", digits: "0450", share: 0.5, on: true, off: false, token };

export const rich: Declared = {
  project: { organization_id: "org_1", slug: "rich", type: "mcp", ...EVERY_FIELD, protect: true },
  components: {
    "acme/all": { version: "2", active: false, settings: SETTINGS },
    "acme/bare": {},
    "edgee/ga4": { version: "1", active: null, settings: { measurement_id: "G-1", debug_mode: true } },
  },
  domains: ["www.example.com", "bücher.example", { name: "old.example.com", absent: true }],
};

/** What `rich` cannot hold: `null` everywhere, and `blocked_ips`, which excludes `trusted_ips`. */
export const plain: Declared = {
  project: {
    organization_id: "org_1",
    slug: "plain",
    type: "proxy",
    description: null,
    external_project_url: null,
    log_severity: null,
    ...Object.fromEntries(Object.keys(FLAGS).map((name) => [name, null])),
    override_cache: [],
    cookie_name: null,
    cookie_domain: "",
    proxy_only_path_regex: null,
    inject_sdk_position: null,
    autocapture: { click: false },
    trusted_ips: [],
    blocked_ips: ["192.0.2.1/32", "2001:db8::/32"],
    cookie_whitelist: ["b", "a", "b"],
    forwarded_headers: null,
    rate_limiting: null,
  },
  components: { "acme/bare": { settings: null, active: true } },
  domains: ["plain.example.com"],
};

/** `rich` and `plain` after a host name has moved from one to the other, and a component has another version. */
export const MOVED: readonly Declared[] = [
  {
    ...rich,
    components: { ...rich.components, "edgee/ga4": { version: "latest", settings: { measurement_id: "G-1" } } },
    domains: [...rich.domains, "plain.example.com"],
  },
  { ...plain, domains: [{ name: "plain.example.com", absent: true }] },
];

/** A component, a domain and a project are removed. */
export const REMOVED: readonly Declared[] = [
  {
    ...rich,
    components: { ...rich.components, "edgee/ga4": { absent: true } },
    domains: [{ name: "www.example.com", absent: true }, { name: "bücher.example", absent: true }, "plain.example.com"],
  },
  {
    project: { organization_id: "org_1", slug: "plain", absent: true },
    components: { "acme/bare": { absent: true } },
    domains: [],
  },
];

/** A catalogue with a component of every type of setting. */
export const CATALOGUE: NonNullable<Seed["catalogue"]> = [
  catalogueEntry(
    "acme/all",
    [{ name: "label" }],
    [
      { name: "label", required: true },
      { name: "digits" },
      { name: "share", type: "number" },
      { name: "on", type: "bool" },
      { name: "off", type: "bool" },
      { name: "token", secret: true },
      { name: "mode" },
      { name: "level", type: "number" },
    ],
  ),
  catalogueEntry("acme/bare", []),
  catalogueEntry(
    "edgee/ga4",
    [
      { name: "measurement_id", required: true },
      { name: "debug_mode", type: "bool" },
    ],
    [{ name: "measurement_id", required: true }],
  ),
];

/** What others have on the service. No run may change it. */
export const NEIGHBOURS: NonNullable<Seed["projects"]> = [
  {
    organization_id: "org_1",
    slug: "neighbour",
    description: "not declared",
    cache: true,
    components: [{ component_slug: "acme/all", settings: { label: "theirs", token: "their-own-secret-123456" } }],
    domains: [{ name: "neighbour.example.com" }],
  },
  {
    organization_id: "org_2",
    slug: "rich",
    description: "of another organization",
    components: [{ component_slug: "acme/bare", settings: { theirs: 1 } }],
    domains: [{ name: "foreign.example.com" }],
  },
];
