import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { DOCUMENTED_FIELDS } from "../documented-fields.ts";
import { ask, fields, refused, refusedParams } from "./ask.ts";
import { noon, testClock } from "./test-clock.ts";

const site = { organization_id: "org_1", slug: "site", type: "proxy" };

it("creates a project from its base fields, and answers without settings", async () => {
  const clock = testClock();
  await using emulator = await startEmulator({ clock });
  const created = { object: "project", id: "prj_1", created_at: noon, updated_at: noon };
  expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({ status: 200 });
  clock.advance(1000);
  expect((await ask(emulator, "POST /v1/projects", { ...site, slug: "a-1" })).body).toEqual({
    ...created,
    ...site,
    id: "prj_2",
    slug: "a-1",
    created_at: "2025-10-01T12:00:01.000Z",
    updated_at: "2025-10-01T12:00:01.000Z",
  });
  const full = { ...site, slug: "b", type: "mcp", description: "B", external_project_url: "https://b.example" };
  expect((await ask(emulator, "POST /v1/projects", full)).body).toMatchObject(full);
});

it("stores the documented default of every setting on create", async () => {
  await using emulator = await startEmulator({ clock: testClock() });
  const created = await ask(emulator, "POST /v1/projects", site);
  expect((await ask(emulator, "GET /v1/projects/prj_1")).body).toEqual({
    ...fields(created),
    ...Object.fromEntries(
      DOCUMENTED_FIELDS.filter(({ byDefault }) => byDefault !== undefined).map(({ name, byDefault }) => [
        name,
        byDefault,
      ]),
    ),
    autocapture: { pageview: false, spa_pageview: false, engagement: false, click: false, form: false, scroll: false },
  });
});

it("accepts no settings in a create, and requires type, organization and slug", async () => {
  await using emulator = await startEmulator();
  expect(await ask(emulator, "POST /v1/projects", { ...site, force_https: true, cache: null })).toEqual(
    refusedParams("force_https", "cache"),
  );
  expect(await ask(emulator, "POST /v1/projects", {})).toEqual(refusedParams("organization_id", "slug", "type"));
  expect(
    await ask(emulator, "POST /v1/projects", { organization_id: "", slug: null, type: null, description: 1 }),
  ).toEqual(refusedParams("organization_id", "slug", "type", "description"));
  expect(await ask(emulator, "POST /v1/projects", { ...site, type: "PROXY" })).toEqual(refusedParams("type"));
  expect(await ask(emulator, "GET /v1/projects")).toMatchObject({ body: { data: [] } });
});

it.each(["", "A", "a_b", "a--b", "-a", "a-", "a b", "é", "a/b", "a\n"])(
  "refuses %j as a slug, on create and on update",
  async (slug) => {
    await using emulator = await startEmulator({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
    expect(await ask(emulator, "POST /v1/projects", { ...site, slug })).toEqual(refusedParams("slug"));
    expect(await ask(emulator, "POST /v1/projects/prj_1", { slug })).toEqual(refusedParams("slug"));
  },
);

it("keeps slugs unique in an organization, and frees a slug when its project is deleted or renamed", async () => {
  await using emulator = await startEmulator();
  await ask(emulator, "POST /v1/projects", site);
  await ask(emulator, "POST /v1/projects", { ...site, slug: "other" });
  expect(await ask(emulator, "POST /v1/projects", site)).toEqual(refused(409, "conflict_error"));
  expect(await ask(emulator, "POST /v1/projects/prj_2", { slug: "site" })).toEqual(refused(409, "conflict_error"));
  expect(await ask(emulator, "POST /v1/projects/prj_1", { slug: "site" })).toMatchObject({ status: 200 });
  expect(await ask(emulator, "POST /v1/projects", { ...site, organization_id: "org_2" })).toMatchObject({
    status: 200,
  });
  await ask(emulator, "POST /v1/projects/prj_1", { slug: "renamed" });
  expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({ status: 200, body: { id: "prj_4" } });
  await ask(emulator, "DELETE /v1/projects/prj_4");
  expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({ status: 200, body: { id: "prj_5" } });
});

it("refuses a create in an organization that the seed does not list", async () => {
  await using emulator = await startEmulator({ seed: { organizations: ["org_1"] } });
  expect(await ask(emulator, "POST /v1/projects", { ...site, organization_id: "org_2" })).toEqual(
    refused(403, "forbidden_error"),
  );
  expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({ status: 200 });
});

it("changes only the fields in an update, and answers the full project", async () => {
  const clock = testClock();
  await using emulator = await startEmulator({ clock });
  await ask(emulator, "POST /v1/projects", { ...site, description: "D" });
  clock.advance(1000);
  const before = await ask(emulator, "GET /v1/projects/prj_1");
  const updated = await ask(emulator, "POST /v1/projects/prj_1", { slug: "new", force_https: false });
  expect(updated.body).toEqual({
    ...fields(before),
    slug: "new",
    force_https: false,
    updated_at: "2025-10-01T12:00:01.000Z",
  });
  expect((await ask(emulator, "GET /v1/projects/prj_1")).body).toEqual(updated.body);
});

it("refuses the organization and read-only fields in an update", async () => {
  await using emulator = await startEmulator();
  await ask(emulator, "POST /v1/projects", site);
  const body = { organization_id: "org_1", avatar_url: "x", created_at: noon, object: "project" };
  expect(await ask(emulator, "POST /v1/projects/prj_1", body)).toEqual(refusedParams(...Object.keys(body)));
});

it.each(["description", "external_project_url"])("refuses null for %s in a create", async (name) => {
  await using emulator = await startEmulator();
  expect(await ask(emulator, "POST /v1/projects", { ...site, [name]: null })).toEqual(refusedParams(name));
});

it("accepts an id in an update if it equals the one in the path", async () => {
  await using emulator = await startEmulator();
  await ask(emulator, "POST /v1/projects", site);
  expect(await ask(emulator, "POST /v1/projects/prj_1", { id: "prj_1", cache: true })).toMatchObject({
    status: 200,
    body: { id: "prj_1", cache: true },
  });
  for (const id of ["prj_2", null, 1]) {
    expect(await ask(emulator, "POST /v1/projects/prj_1", { id })).toEqual(refusedParams("id"));
  }
});

it("reads a project only in the requested organization", async () => {
  await using emulator = await startEmulator();
  await ask(emulator, "POST /v1/projects", site);
  const path = "GET /v1/projects/prj_1";
  expect(await ask(emulator, `${path}?organization_id=org_1`)).toMatchObject({ status: 200, body: { id: "prj_1" } });
  expect(await ask(emulator, `${path}?organization_id=org_2`)).toEqual(refused(404, "not_found_error"));
});

it("deletes a project with its components and domains", async () => {
  await using emulator = await startEmulator();
  await ask(emulator, "POST /v1/projects", site);
  await ask(emulator, "POST /v1/projects/prj_1/components", { component_slug: "edgee/ga4" });
  await ask(emulator, "POST /v1/projects/prj_1/domains", { name: "www.example.com" });
  const deleted = await ask(emulator, "DELETE /v1/projects/prj_1");
  expect(deleted).toMatchObject({ status: 200 });
  expect(deleted.body).toEqual({ object: "project", id: "prj_1", deleted: true });

  for (const path of ["", "/components", "/components/pc_1", "/domains", "/domains/www.example.com"]) {
    expect(await ask(emulator, `GET /v1/projects/prj_1${path}`)).toEqual(refused(404, "not_found_error"));
  }
  await ask(emulator, "POST /v1/projects", site);
  expect(await ask(emulator, "POST /v1/projects/prj_2/domains", { name: "www.example.com" })).toMatchObject({
    status: 200,
  });
  expect(await ask(emulator, "POST /v1/projects/prj_2/components", { component_slug: "edgee/ga4" })).toMatchObject({
    status: 200,
    body: { id: "pc_2" },
  });
});

it.each(["POST", "GET", "DELETE"])("%s of an unknown project is not found", async (method) => {
  await using emulator = await startEmulator();
  const body = method === "POST" ? { colour: 1 } : undefined;
  expect(await ask(emulator, `${method} /v1/projects/prj_9`, body)).toEqual(refused(404, "not_found_error"));
});
