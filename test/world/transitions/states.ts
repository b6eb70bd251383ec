import type { DeclaredComponent, DeclaredProject } from "../random/declarations.ts";

/*
 * States of one project and of a second one that a domain can move to. Each declares everything that any of them declares, so
 * that what is live depends on the state alone, and not on the states before it.
 */

const ABSENT: DeclaredComponent = { absent: true };

const bareFields = {
  type: "proxy",
  description: "",
  external_project_url: "",
  force_https: null,
  log_severity: null,
  cookie_name: null,
  blocked_ips: [],
  cookie_whitelist: null,
  autocapture: { click: false, scroll: false },
  override_cache: [],
  rate_limiting: null,
};

const otherFields = {
  type: "mcp",
  description: "one\ntwo\n",
  external_project_url: "https://example.com",
  force_https: false,
  log_severity: "DEBUG",
  cookie_name: "shop",
  blocked_ips: ["203.0.113.7", "2001:DB8::1"],
  cookie_whitelist: ["b", "a"],
  autocapture: { click: true, scroll: false },
  override_cache: [
    { path: "/b", ttl: 60, rank: 7 },
    { path: "/a", pass: true, rank: 3, conditions: { request_methods: ["POST", "GET"] } },
  ],
  rate_limiting: [{ rank: 2, limit: 5 }],
};

const thirdFields = {
  ...otherFields,
  description: "three",
  force_https: true,
  blocked_ips: ["203.0.113.8"],
  autocapture: { click: false, scroll: true },
  override_cache: [{ path: "/a", rank: 1 }],
  rate_limiting: [
    { rank: 1, limit: 5, window: "60s" },
    { rank: 2, limit: 6, conditions: { method: ["GET"], country: ["FR"] } },
  ],
};

const ga4 = (version: string, id: string): DeclaredComponent => ({
  absent: false,
  version,
  active: true,
  settings: { measurement_id: id },
});

const capi: DeclaredComponent = {
  absent: false,
  version: "latest",
  active: false,
  settings: { pixel_id: "1", access_token: "(secret)", region: "eu" },
};

interface Parts {
  readonly fields?: DeclaredProject["fields"];
  readonly ga4?: DeclaredComponent;
  readonly capi?: DeclaredComponent;
  readonly hosts?: readonly string[];
  readonly moved?: true;
  readonly absent?: true;
}

const HOSTS = ["www.example.com", "a.example.com"];

function state(parts: Parts): readonly DeclaredProject[] {
  const { fields = bareFields, hosts = [], moved, absent = false } = parts;
  const [www = ""] = HOSTS;
  return [
    {
      organization: "org_1",
      slug: "site",
      absent,
      fields: absent ? {} : fields,
      components: new Map([
        ["edgee/ga4", parts.ga4 ?? ABSENT],
        ["edgee/meta-capi", parts.capi ?? ABSENT],
      ]),
      domains: new Map(HOSTS.map((host) => [host, !hosts.includes(host)])),
    },
    {
      organization: "org_1",
      slug: "shop",
      absent: false,
      fields: {},
      domains: new Map([[www, moved !== true]]),
    },
  ];
}

export const STATES: Readonly<Record<string, readonly DeclaredProject[]>> = {
  absent: state({ absent: true }),
  bare: state({}),
  "with settings": state({ fields: otherFields }),
  "with other settings": state({ fields: thirdFields }),
  "with components": state({ ga4: ga4("1.2.0", "G-1"), capi }),
  "with another version": state({ ga4: ga4("1.1.0", "G-2") }),
  "with domains": state({ hosts: HOSTS }),
  "with a moved domain": state({ fields: otherFields, ga4: ga4("1.2.0", "G-1"), moved: true }),
};
