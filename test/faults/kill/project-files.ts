import type { Seed } from "../../../emulator/start.ts";

/** What a run of 30 objects finds, besides unmanaged objects. */
export const SEED = {
  projects: [
    {
      id: "prj_old",
      organization_id: "org_1",
      slug: "old",
      type: "proxy",
      description: "not declared",
      components: [
        { id: "pc_ga", component_slug: "edgee/ga4", settings: { measurement_id: "G-before", sample_rate: 0.5 } },
        { id: "pc_pixel", component_slug: "edgee/legacy-pixel", settings: { pixel_id: "1" } },
        { id: "pc_other", component_slug: "edgee/maintenance-page" },
      ],
      domains: [{ name: "moving.example.com" }, { name: "other.example.com" }],
    },
    {
      id: "prj_gone",
      organization_id: "org_1",
      slug: "gone",
      type: "proxy",
      components: [{ id: "pc_gone", component_slug: "edgee/ga4", settings: { measurement_id: "G-gone" } }],
      domains: [{ name: "gone.example.com" }],
    },
    {
      id: "prj_bystander",
      organization_id: "org_1",
      slug: "bystander",
      type: "proxy",
      components: [{ id: "pc_bystander", component_slug: "edgee/ga4", settings: { measurement_id: "G-bystander" } }],
      domains: [{ name: "bystander.example.com" }],
    },
  ],
} as const satisfies Seed;

const project = (slug: string, rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;

const newProject = (slug: string, domains: readonly string[]): string =>
  project(
    slug,
    `  description: The ${slug}
  force_https: false
  blocked_ips: [203.0.113.7]
components:
  edgee/ga4: { settings: { measurement_id: G-${slug} } }
  edgee/meta-capi: { settings: { pixel_id: "1", access_token: { secret: META } } }
  edgee/warehouse-export: { settings: { dataset: ${slug}, service_key: { secret: META } } }
  edgee/maintenance-page: {}
domains: [${domains.join(", ")}]
`,
  );

const hosts = (slug: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${slug}-${index + 1}.example.com`);

/** Every kind of write, on thirty objects. */
export const FILES = {
  "site.yaml": newProject("site", [...hosts("site", 6), "moving.example.com"]),
  "shop.yaml": newProject("shop", hosts("shop", 6)),
  "old.yaml": project(
    "old",
    `  force_https: false
components:
  edgee/ga4: { settings: { measurement_id: G-after } }
  edgee/legacy-pixel: { absent: true }
domains: [{ name: moving.example.com, absent: true }, added.example.com]
`,
  ),
  "gone.yaml": project(
    "gone",
    `  absent: true
components:
  edgee/ga4: { absent: true }
domains: [{ name: gone.example.com, absent: true }]
`,
  ),
} as const;

export const ENVIRONMENT = { META: "meta-secret-0123" };
