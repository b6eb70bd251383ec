import { expect, it } from "vitest";
import type { Seed } from "../../../emulator/start.ts";
import { exportProjects, type Export } from "../../../sync/export/export.ts";
import { between, isList, records, without, type Habit } from "../../habit.ts";
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
async function exported(habit?: Habit, projects: NonNullable<Seed["projects"]> = [SITE]): Promise<Export> {
  const world = await startWorld({ seed: { projects }, ...(habit === undefined ? {} : { between: between(habit) }) });
  return exportProjects(world.client(), { by: "organization", organizationId: "org_1" });
}

it("short lists are read whole, so that nothing is missing in the files", async () => {
  const short = records("any", (record, asked) =>
    isList(asked) ? without(record, ["cache", "settings", "component_version"]) : record,
  );
  const [long, terse] = await Promise.all([exported(), exported(short)]);
  expect(terse).toEqual(long);
  expect(JSON.stringify(terse.projects[0]?.data)).toContain("measurement_id");
});

it.each(["edgee/ga4", "edgee/meta-capi"])("only %s is listed without settings, and is read whole", async (slug) => {
  const settings = { pixel_id: "2", access_token: "new-secret-5678" };
  const meta = { component_slug: "edgee/meta-capi", component_version: "2.0.1", settings };
  const projects = [{ ...SITE, description: "copy of new-secret-5678", components: [...SITE.components, meta] }];
  const short = records("project_component", (record, asked) =>
    isList(asked) && record["component_slug"] === slug ? without(record, ["settings"]) : record,
  );
  const [long, terse] = await Promise.all([exported(undefined, projects), exported(short, projects)]);
  expect(terse).toEqual(long);
  expect(JSON.stringify(terse)).not.toContain("new-secret-5678");
});

it("a component that the list shows without its key is pinned", async () => {
  const habit = records("project_component", (record, asked) =>
    isList(asked) ? without(record, ["component_slug", "component_id"]) : record,
  );
  const { projects } = await exported(habit);
  expect(projects[0]?.data.components).toMatchObject({ "edgee/ga4": { id: "pc_1", version: "1.2.0" } });
});

it("an organization in capitals is the one that was asked for", async () => {
  const capitals = records("project", (record) => ({ ...record, organization_id: "ORG_1" }));
  expect(await exported(capitals)).toMatchObject({ leftOut: [], projects: [{ key: "ORG_1/site" }] });
});

it("a project whose organization is not shown is pinned if the service does not filter its lists", async () => {
  const { answer } = records("project", ({ organization_id: _owner, ...record }) => record);
  const hidden: Habit = { answer, ask: (asked) => ({ ...asked, query: new URLSearchParams() }) };
  const { projects, leftOut } = await exported(hidden);
  expect(leftOut).toEqual([]);
  expect(projects[0]?.notes).toContainEqual(expect.stringContaining("is pinned by its id"));
});

it("a project whose slug has something in front is pinned, and components in such a form are left out", async () => {
  const prefixed = records("any", (record) => ({
    ...record,
    ...("slug" in record ? { slug: `acme:${String(record["slug"])}` } : {}),
    ...("component_slug" in record ? { component_slug: `@${String(record["component_slug"])}` } : {}),
  }));
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
  const named = records("project", (record) => ({
    ...record,
    slug: slugs[Number(String(record["id"]).slice("prj_".length)) - 1],
  }));
  const found = await exported(named, projects);
  expect(found.projects.map(({ id }) => id)).toEqual(ids);
  expect(found.leftOut).toHaveLength(slugs.length - ids.length);
});
