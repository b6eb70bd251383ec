import { expect, it } from "vitest";
import { startFaultyWorld } from "../faulty-world.ts";
import { startWorld } from "../world.ts";

it("a deletion of 110 objects reads no declared child and no deleted project", async () => {
  const components = ["analytics", "maintenance-page", "ga4", "meta-capi", "legacy-pixel"].map((name) => ({
    component_slug: `acme/${name}`,
  }));
  const catalogue = components.map(({ component_slug }) => ({
    id: component_slug.replace("/", "_"),
    slug: component_slug,
    latest_version: "1",
    versions: { "1": { dynamic_fields: [] } },
  }));
  const projects = Array.from({ length: 10 }, (_item, index) => ({
    organization_id: "org_1",
    slug: `site-${index}`,
    components,
    domains: ["a", "b", "c", "d", "e"].map((name) => ({ name: `${name}.site-${index}.example` })),
  }));
  await using world = await startWorld({ seed: { projects, catalogue } });
  const files = projects.map(({ slug }) => [
    `${slug}.yaml`,
    `version: 1\nproject: { organization_id: org_1, slug: ${slug}, absent: true }\n`,
  ]);
  await world.write(Object.fromEntries(files));
  const report = await world.run("apply", { prune: ["all"], maxDeletes: 200 });
  expect(report.applied?.counts).toMatchObject({ done: 110, failed: 0 });
  const requests = world.requests();
  expect(requests.filter(({ method }) => method === "DELETE")).toHaveLength(110);
  // The list of projects in the plan, before the deletions and after. For each project: itself, and its lists in the plan and right
  // before its deletion.
  expect(requests.filter(({ method }) => method === "GET")).toHaveLength(3 + 10 * (1 + 2 * 2));
});

it("an apply of new projects sends one request for each object, and the reads that docs/performance.md lists", async () => {
  await using world = await startWorld();
  const files = Array.from({ length: 10 }, (_item, index) => [
    `site-${index}.yaml`,
    `version: 1
project: { organization_id: org_1, slug: site-${index}, description: new }
components:
  edgee/ga4: { settings: { measurement_id: G-1 } }
domains: [a.site-${index}.example, b.site-${index}.example]
`,
  ]);
  await world.write(Object.fromEntries(files));
  const report = await world.run("apply");
  expect(report.applied?.counts).toMatchObject({ done: 40, failed: 0 });
  const requests = world.requests().map(({ method, path }) => `${method} ${path.replace(/prj_\d+/, ":id")}`);
  const counts = [...Map.groupBy(requests, (request) => request)].map(([request, same]) => [request, same.length]);
  expect(Object.fromEntries(counts)).toEqual({
    // In the plan: of the organization, and of all, because it is empty. Before the creates, and at the end.
    "GET /v1/projects": 4,
    "GET /v1/components/edgee/ga4": 1,
    "POST /v1/projects": 10,
    // At the end.
    "GET /v1/projects/:id/components": 10,
    "POST /v1/projects/:id/components": 10,
    "POST /v1/projects/:id/domains": 20,
    "GET /v1/projects/:id/domains": 10,
  });
});

it("a new project costs three reads of a long list of projects", async () => {
  const projects = Array.from({ length: 25 }, (_item, index) => ({ organization_id: "org_1", slug: `site-${index}` }));
  await using world = await startWorld({ seed: { projects }, pageSize: 5 });
  await world.write({ "new.yaml": "version: 1\nproject: { organization_id: org_1, slug: new }\n" });
  const report = await world.run("apply");
  expect(report.applied?.counts).toMatchObject({ done: 1 });
  // In the plan and before the create 5 pages each, at the end 6.
  expect(world.requests().filter(({ method }) => method === "GET")).toHaveLength(5 + 5 + 6);
});

it("many new projects cost no more reads of the list of projects than one", async () => {
  await using world = await startWorld({ seed: { projects: [{ organization_id: "org_1", slug: "other" }] } });
  const files = Array.from({ length: 120 }, (_item, index) => [
    `site-${index}.yaml`,
    `version: 1\nproject: { organization_id: org_1, slug: site-${index} }\n`,
  ]);
  await world.write(Object.fromEntries(files));
  await world.run("apply");
  // At the end, 121 projects are on two pages.
  expect(world.requests().filter(({ method, path }) => method === "GET" && path === "/v1/projects")).toHaveLength(4);
});

it("a deletion does not wait for projects that take no domain from it", async () => {
  const deleted = Promise.withResolvers<void>();
  const seed = { projects: [{ id: "prj_1", organization_id: "org_1", slug: "old" }] };
  await using world = await startFaultyWorld({ seed }, async (call) => {
    if (call === "DELETE /v1/projects/prj_1") deleted.resolve();
    if (call === "POST /v1/projects") await deleted.promise;
    return undefined;
  });
  await world.write({
    "new.yaml": "version: 1\nproject: { organization_id: org_1, slug: new }\n",
    "old.yaml": "version: 1\nproject: { organization_id: org_1, slug: old, absent: true }\n",
  });
  const report = await world.through("apply");
  expect(report.applied?.counts).toMatchObject({ done: 2, failed: 0 });
});
