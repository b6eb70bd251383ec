import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Client } from "../../provider/api/client.ts";
import { connect, lines } from "./connect.ts";
import { json, startFaultServer } from "./fault-server.ts";

const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      components: [{ component_slug: "edgee/ga4" }],
      domains: [{ name: "www.example.com" }],
    },
  ],
};

interface Endpoint {
  readonly call: (client: Client) => Promise<unknown>;
  readonly line: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly answer?: object;
}

const create = { organization_id: "org_1", slug: "new", type: "mcp" };
const endpoints: Endpoint[] = [
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
    call: ({ domains }) => domains.attach("prj_1", "shop.example.com"),
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
    call: ({ domains }) => domains.detach("prj_1", "www.example.com"),
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

it.each(endpoints)("sends $line as the interface describes it", async ({ call, line, query, body, answer }) => {
  await using emulator = await startEmulator({ seed });
  const value = await call(connect(emulator));
  expect(emulator.requests()).toMatchObject([
    { body: body ?? null, query: query ?? {}, authorized: true, status: 200 },
  ]);
  expect(lines(emulator.requests())).toEqual([line]);
  expect({ value }).toMatchObject({ value: answer });
});

it("has a call for each of the 15 endpoints", () => {
  expect(new Set(endpoints.map(({ line }) => line)).size).toBe(15);
});

describe("each request", () => {
  it("bears the token, says who calls, and is JSON only where it has a body", async () => {
    await using server = await startFaultServer((response) => json(response, 200, { id: "prj_1" }));
    const client = connect(server, { userAgent: "projectsync/1" });
    await client.projects.get("prj_1");
    await client.projects.update("prj_1", { cache: true });
    expect(server.received).toMatchObject([
      {
        headers: {
          authorization: "Bearer fault-token",
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": "projectsync/1",
        },
      },
      {
        headers: { authorization: "Bearer fault-token", "content-type": "application/json" },
        body: '{"cache":true,"id":"prj_1"}',
      },
    ]);
    expect(server.received[0]?.headers).not.toHaveProperty("content-type");
    // Without this header, a server may take any encoding for accepted (RFC 9110, 12.5.3).
    expect(server.received.map(({ headers }) => headers["accept-encoding"])).toEqual(["identity", "identity"]);
  });

  it("goes below the path of the base URL, with or without a slash at its end", async () => {
    await using server = await startFaultServer((response) => json(response, 200, { data: [] }));
    for (const prefix of ["", "/", "/edge/api", "/edge/api/"]) {
      await connect({ ...server, url: server.url + prefix }).domains.list("prj_1");
    }
    const below = "/v1/projects/prj_1/domains";
    expect(server.received.map(({ path }) => path)).toEqual([below, below, `/edge/api${below}`, `/edge/api${below}`]);
  });

  it("waits for a place among as many as may be under way at once", async () => {
    let most = 0;
    let open = 0;
    await using server = await startFaultServer((response) => {
      open += 1;
      most = Math.max(most, open);
      setImmediate(() => {
        open -= 1;
        json(response, 200, { id: "prj_1" });
      });
    });
    const client = connect(server, { concurrency: 3 });
    await Promise.all(Array.from({ length: 20 }, () => client.projects.get("prj_1")));
    expect(server.received).toHaveLength(20);
    expect(most).toBeLessThanOrEqual(3);
  });
});
