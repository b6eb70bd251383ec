import type { Seed } from "../../emulator/start.ts";
import { OLD } from "./secrets.ts";

/** A secret in every place that takes one. */
export const FILES = {
  "site.yaml": `version: 1
project:
  organization_id: org_1
  slug: site
  description: { secret: SHORT }
  cookie_name: { secret: COOKIE }
  forwarded_headers:
    - { name: x-key, value: { secret: HEADER } }
components:
  edgee/meta-capi:
    settings:
      pixel_id: { secret: SHORT }
      access_token: { env: PLAIN }
  edgee/warehouse-export:
    settings:
      dataset: visible-dataset
      service_key: { secret: WEIRD }
domains: [www.example.com]
`,
} as const;

/** The project, with other secrets than those declared. */
export const LIVE = {
  projects: [
    {
      id: "prj_site",
      organization_id: "org_1",
      slug: "site",
      type: "proxy",
      description: OLD,
      cookie_name: OLD,
      forwarded_headers: [{ name: "x-key", value: OLD }],
      components: [
        { id: "pc_meta", component_slug: "edgee/meta-capi", settings: { pixel_id: OLD, access_token: OLD } },
        { id: "pc_export", component_slug: "edgee/warehouse-export", settings: { dataset: "1", service_key: OLD } },
      ],
    },
  ],
} as const satisfies Seed;
