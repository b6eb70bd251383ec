import { expect, it } from "vitest";
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
  // The list of projects before and after. For each project: its lists in the plan, before and after the deletions in it, and
  // a read of itself before those and before its own.
  expect(requests.filter(({ method }) => method === "GET")).toHaveLength(2 + 10 * (3 * 2 + 2));
});
