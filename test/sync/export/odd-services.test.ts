import { expect, it } from "vitest";
import type { Seed } from "../../../emulator/start.ts";
import { exportProjects, type Export } from "../../../sync/export/export.ts";
import { rewriteAll, rewriteRecords, without, type Rewrite } from "../faulty.ts";
import { startWorld } from "../world.ts";

/* An export from a service whose lists leave fields out, or which shows organizations and slugs in its own form. */

const SITE = {
  organization_id: "org_1",
  slug: "site",
  cache: true,
  components: [
    { component_slug: "edgee/ga4", component_version: "1.2.0", settings: { measurement_id: "G-1" } },
    { component_slug: "edgee/maintenance-page", settings: {} },
  ],
  domains: [{ name: "www.example.com" }],
};
const LISTS = /^GET \/v1\/projects(\?|\/prj_\w+\/components(\?|$))/;

async function exported(rewrite: Rewrite, projects: NonNullable<Seed["projects"]> = [SITE]): Promise<Export> {
  const world = await startWorld({ seed: { projects } }, () => undefined, rewrite);
  return exportProjects(world.client(true), { by: "organization", organizationId: "org_1" });
}

it("short lists are read whole, so that nothing is missing in the files", async () => {
  const short = rewriteAll(
    rewriteRecords("project", LISTS, (record) => without(record, ["cache"])),
    rewriteRecords("project_component", LISTS, (record) => without(record, ["settings", "component_version"])),
  );
  const [long, terse] = await Promise.all([exported((_call, answer) => answer), exported(short)]);
  expect(terse).toEqual(long);
  expect(JSON.stringify(terse.projects[0]?.data)).toContain("measurement_id");
});

it("an organization in capitals is the one that was asked for", async () => {
  const capitals = rewriteRecords("project", /projects/, (record) => ({ ...record, organization_id: "ORG_1" }));
  expect(await exported(capitals)).toMatchObject({ leftOut: [], projects: [{ key: "ORG_1/site" }] });
});

it("a project whose organization is not shown is pinned if the service does not filter its lists", async () => {
  const everything = { object: "list", data: [{ object: "project", id: "prj_1", slug: "site" }], has_more: false };
  const hidden = rewriteAll(
    rewriteRecords("project", /projects/, (record) => without(record, ["organization_id"])),
    (call, answer) => (call.startsWith("GET /v1/projects?") ? { ...answer, body: everything } : answer),
  );
  const { projects, leftOut } = await exported(hidden);
  expect(leftOut).toEqual([]);
  expect(projects[0]?.notes).toContainEqual(expect.stringContaining("is pinned by its id"));
});

it("a project whose slug has something in front is pinned, and components in such a form are left out", async () => {
  const prefixed = rewriteAll(
    rewriteRecords("project", /projects/, (record) => ({ ...record, slug: `acme:${String(record["slug"])}` })),
    rewriteRecords("project_component", /projects/, (record) => ({
      ...record,
      component_slug: `@${String(record["component_slug"])}`,
    })),
  );
  const { projects, leftOut } = await exported(prefixed);
  expect(leftOut).toEqual([]);
  expect(projects).toMatchObject([
    {
      key: "org_1/site",
      data: { project: { id: "prj_1", slug: "site" }, domains: ["www.example.com"] },
      notes: [expect.any(String), expect.stringContaining("The section components is left out: components.@edgee/ga4")],
    },
  ]);
  expect(projects[0]?.data).not.toHaveProperty("components");
});

it.each([
  [["site", "acme/site"], ["prj_1"]],
  [["b/site", "a/site"], []],
  [["Shop", "shop", "blog"], ["prj_3"]],
])("of slugs that one name is left of, only an exact one is written: %s", async (slugs, ids) => {
  const projects = slugs.map((_slug, index) => ({ organization_id: "org_1", slug: `any-${index}` }));
  const named = rewriteRecords("project", /projects/, (record) => ({
    ...record,
    slug: slugs[Number(String(record["id"]).slice("prj_".length)) - 1],
  }));
  const found = await exported(named, projects);
  expect(found.projects.map(({ id }) => id)).toEqual(ids);
  expect(found.leftOut).toHaveLength(slugs.length - ids.length);
});
