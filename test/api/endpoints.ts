import type { Client } from "../../core/api/client.ts";

/** One object of each kind. */
export const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      components: [{ component_slug: "edgee/ga4" }],
      domains: [{ name: "www.example.com" }],
    },
  ],
};

/** A call of the client, and what it sends and returns. */
export interface Endpoint {
  readonly call: (client: Client) => Promise<unknown>;
  readonly line: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: object;
}

const create = { organization_id: "org_1", slug: "new", type: "mcp" };
export const endpoints: readonly Endpoint[] = [
  { call: ({ projects }) => projects.create(create), line: "POST /v1/projects", body: create, answer: create },
  {
    call: ({ projects }) => projects.update("prj_1", { force_https: false }),
    line: "POST /v1/projects/prj_1",
    body: { force_https: false, id: "prj_1" },
    answer: { id: "prj_1", force_https: false },
  },
  { call: ({ projects }) => projects.get("prj_1"), line: "GET /v1/projects/prj_1", answer: { slug: "site" } },
  { call: ({ projects }) => projects.delete("prj_1"), line: "DELETE /v1/projects/prj_1" },
  {
    call: ({ projects }) => projects.list(),
    line: "GET /v1/projects",
    query: { order_direction: "ASC" },
    answer: [{ id: "prj_1" }],
  },
  {
    call: ({ projects }) => projects.list({ organizationId: "org_2" }),
    line: "GET /v1/projects",
    query: { order_direction: "ASC", organization_id: "org_2" },
    answer: [],
  },
  {
    call: ({ components }) => components.create("prj_1", { component_slug: "edgee/meta-capi" }),
    line: "POST /v1/projects/prj_1/components",
    body: { component_slug: "edgee/meta-capi" },
    answer: { id: "pc_2" },
  },
  {
    call: ({ components }) => components.update("prj_1", "pc_1", { active: false }),
    line: "POST /v1/projects/prj_1/components/pc_1",
    body: { active: false },
    answer: { id: "pc_1", active: false },
  },
  {
    call: ({ components }) => components.get("prj_1", "pc_1"),
    line: "GET /v1/projects/prj_1/components/pc_1",
    answer: { component_slug: "edgee/ga4" },
  },
  { call: ({ components }) => components.delete("prj_1", "pc_1"), line: "DELETE /v1/projects/prj_1/components/pc_1" },
  {
    call: ({ components }) => components.list("prj_1"),
    line: "GET /v1/projects/prj_1/components",
    answer: [{ id: "pc_1" }],
  },
  {
    call: ({ domains }) => domains.create("prj_1", { name: "shop.example.com" }),
    line: "POST /v1/projects/prj_1/domains",
    body: { name: "shop.example.com" },
    answer: { name: "shop.example.com", project_id: "prj_1" },
  },
  {
    call: ({ domains }) => domains.get("prj_1", "www.example.com"),
    line: "GET /v1/projects/prj_1/domains/www.example.com",
    answer: { name: "www.example.com", dns_status: false },
  },
  {
    call: ({ domains }) => domains.delete("prj_1", "www.example.com"),
    line: "DELETE /v1/projects/prj_1/domains/www.example.com",
  },
  {
    call: ({ domains }) => domains.list("prj_1"),
    line: "GET /v1/projects/prj_1/domains",
    answer: [{ name: "www.example.com" }],
  },
  {
    call: ({ catalogue }) => catalogue.get("edgee", "ga4"),
    line: "GET /v1/components/edgee/ga4",
    answer: { slug: "edgee/ga4", latest_version: "1.2.0" },
  },
];
