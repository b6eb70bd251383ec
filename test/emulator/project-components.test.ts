import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask, fields, refused, refusedParams } from "./ask.ts";
import { keysOf } from "./list.ts";

const seed = {
  projects: [
    { organization_id: "org_1", slug: "site" },
    { organization_id: "org_1", slug: "other" },
  ],
};
const list = "/v1/projects/prj_1/components";

it("integrates a component by slug, by id, or by both if they agree", async () => {
  await using emulator = await startEmulator({ seed });
  const bySlug = await ask(emulator, `POST ${list}`, { component_slug: "edgee/ga4" });
  expect(bySlug.status).toBe(200);
  expect(bySlug.body).toEqual({
    object: "project_component",
    id: "pc_1",
    component_id: "cmp_ga4",
    component_slug: "edgee/ga4",
    component_version: "1.2.0",
    category: "data_collection",
    subcategory: "analytics",
    active: true,
    settings: null,
  });
  expect(await ask(emulator, `POST ${list}`, { component_id: "cmp_meta_capi" })).toMatchObject({
    body: { id: "pc_2", component_slug: "edgee/meta-capi", component_version: "2.0.1" },
  });
  const both = { component_id: "cmp_maintenance", component_slug: "edgee/maintenance-page" };
  expect(await ask(emulator, `POST ${list}`, both)).toMatchObject({ status: 200, body: { id: "pc_3", ...both } });
  expect((await ask(emulator, `GET ${list}/pc_1`)).body).toEqual(bySlug.body);
});

it("stores version, active and settings unchanged, and does not check settings against the catalogue", async () => {
  await using emulator = await startEmulator({ seed });
  const settings: unknown = JSON.parse('{"measurement_id": 7, "__proto__": {"a": 1}, "deep": [{"b": null}]}');
  const body = { component_slug: "edgee/ga4", component_version: "1.0.0", active: false, settings };
  await ask(emulator, `POST ${list}`, body);
  const read = await ask(emulator, `GET ${list}/pc_1`);
  expect(read.body).toMatchObject({ component_version: "1.0.0", active: false });
  expect(JSON.stringify(fields(read)["settings"])).toBe(JSON.stringify(settings));
});

it.each([
  [{}, ["component_slug"]],
  [{ active: true }, ["component_slug"]],
  [{ component_slug: "edgee/nothing" }, ["component_slug"]],
  [{ component_slug: "constructor" }, ["component_slug"]],
  [{ component_id: "edgee/ga4" }, ["component_id"]],
  [{ component_id: "cmp_ga4", component_slug: "edgee/meta-capi" }, ["component_id"]],
  [{ component_id: "cmp_none", component_slug: "edgee/none" }, ["component_id", "component_slug"]],
  [{ component_slug: "edgee/ga4", component_version: "9.9.9" }, ["component_version"]],
  [{ component_slug: "edgee/ga4", component_version: "toString" }, ["component_version"]],
  [{ component_slug: "edgee/ga4", component_version: null }, ["component_version"]],
  [{ component_slug: null }, ["component_slug"]],
  [{ component_slug: "edgee/ga4", settings: [], active: null }, ["active", "settings"]],
  [{ component_slug: "edgee/ga4", settings: "{}" }, ["settings"]],
  [{ component_slug: "edgee/none", active: 1, category: "x" }, ["active", "category", "component_slug"]],
])("refuses to integrate %j", async (body, params) => {
  await using emulator = await startEmulator({ seed });
  expect(await ask(emulator, `POST ${list}`, body)).toEqual(refusedParams(...params));
  expect(await ask(emulator, `GET ${list}`)).toMatchObject({ body: { data: [] } });
});

it("accepts a component once per project", async () => {
  await using emulator = await startEmulator({ seed });
  await ask(emulator, `POST ${list}`, { component_slug: "edgee/ga4" });
  expect(await ask(emulator, `POST ${list}`, { component_id: "cmp_ga4", component_version: "1.0.0" })).toEqual(
    refused(409, "conflict_error"),
  );
  expect(await ask(emulator, "POST /v1/projects/prj_2/components", { component_slug: "edgee/ga4" })).toMatchObject({
    status: 200,
  });
});

it("changes only the fields in an update", async () => {
  await using emulator = await startEmulator({ seed });
  const created = { component_slug: "edgee/ga4", component_version: "1.0.0", settings: { a: 1, b: 2 } };
  await ask(emulator, `POST ${list}`, created);
  expect(await ask(emulator, `POST ${list}/pc_1`, {})).toMatchObject({ status: 200, body: created });
  expect(await ask(emulator, `POST ${list}/pc_1`, { active: false })).toMatchObject({
    body: { ...created, active: false },
  });
  expect(await ask(emulator, `POST ${list}/pc_1`, { component_version: "1.2.0" })).toMatchObject({
    body: { ...created, active: false, component_version: "1.2.0" },
  });
});

it("replaces the settings whole on update", async () => {
  await using emulator = await startEmulator({ seed });
  await ask(emulator, `POST ${list}`, { component_slug: "edgee/ga4", settings: { a: 1, b: { c: 1 } } });
  await ask(emulator, `POST ${list}/pc_1`, { settings: { b: { d: 1 } } });
  expect((await ask(emulator, `GET ${list}/pc_1`)).body).toHaveProperty("settings", { b: { d: 1 } });
  await ask(emulator, `POST ${list}/pc_1`, { settings: null });
  expect((await ask(emulator, `GET ${list}/pc_1`)).body).toHaveProperty("settings", null);
});

it("refuses to change the component or to set an unknown version", async () => {
  await using emulator = await startEmulator({ seed });
  const same = { component_id: "cmp_ga4", component_slug: "edgee/ga4" };
  await ask(emulator, `POST ${list}`, same);
  expect(await ask(emulator, `POST ${list}/pc_1`, same)).toMatchObject({ status: 200 });
  const other = { component_id: "cmp_meta_capi", component_slug: "edgee/meta-capi", component_version: "2.0.1" };
  expect(await ask(emulator, `POST ${list}/pc_1`, { ...other, id: "pc_2" })).toEqual(
    refusedParams("id", "component_id", "component_slug", "component_version"),
  );
  expect((await ask(emulator, `GET ${list}/pc_1`)).body).toMatchObject({ ...same, component_version: "1.2.0" });
});

it("deletes a component, and never uses its id again", async () => {
  await using emulator = await startEmulator({ seed });
  await ask(emulator, `POST ${list}`, { component_slug: "edgee/ga4" });
  expect((await ask(emulator, `DELETE ${list}/pc_1`)).body).toEqual({
    object: "project_component",
    id: "pc_1",
    deleted: true,
  });
  expect(await ask(emulator, `DELETE ${list}/pc_1`)).toEqual(refused(404, "not_found_error"));
  expect(await ask(emulator, `POST ${list}`, { component_slug: "edgee/ga4" })).toMatchObject({ body: { id: "pc_2" } });
});

it.each(["POST", "GET", "DELETE"])("%s finds a component only in its own project", async (method) => {
  await using emulator = await startEmulator({ seed });
  await ask(emulator, `POST ${list}`, { component_slug: "edgee/ga4" });
  const body = method === "POST" ? {} : undefined;
  for (const path of ["/v1/projects/prj_2/components/pc_1", "/v1/projects/prj_9/components/pc_1", `${list}/pc_9`]) {
    expect(await ask(emulator, `${method} ${path}`, body)).toEqual(refused(404, "not_found_error"));
  }
  expect(await ask(emulator, `GET ${list}/pc_1`)).toMatchObject({ status: 200 });
});

it("lists components by category and subcategory", async () => {
  await using emulator = await startEmulator({ seed });
  for (const slug of ["edgee/ga4", "edgee/meta-capi", "edgee/maintenance-page"]) {
    await ask(emulator, `POST ${list}`, { component_slug: slug });
  }
  const ids = async (query: string) => {
    return keysOf(await ask(emulator, `GET ${list}?order_direction=ASC&${query}`));
  };
  expect(await ids("")).toEqual(["pc_1", "pc_2", "pc_3"]);
  expect(await ids("category=data_collection")).toEqual(["pc_1", "pc_2"]);
  expect(await ids("category=data_collection&subcategory=marketing")).toEqual(["pc_2"]);
  expect(await ids("subcategory=utility")).toEqual(["pc_3"]);
  expect(await ids("category=edge_function&subcategory=marketing")).toEqual([]);
});

it("accepts any version if the versions are hidden, and requires one if there is no latest version", async () => {
  const catalogue = [
    { id: "cmp_a", slug: "org/a", latest_version: "3.0.0" },
    { id: "cmp_b", slug: "org/b" },
  ];
  await using emulator = await startEmulator({ seed: { ...seed, catalogue } });
  const chosen = await ask(emulator, `POST ${list}`, { component_slug: "org/a" });
  expect(chosen).toMatchObject({ status: 200, body: { component_version: "3.0.0" } });
  expect(Object.keys(fields(chosen))).not.toContain("category");
  expect(Object.keys(fields(chosen))).not.toContain("subcategory");
  expect(await ask(emulator, `POST ${list}`, { component_slug: "org/b" })).toEqual(refusedParams("component_version"));
  expect(await ask(emulator, `POST ${list}`, { component_slug: "org/b", component_version: "7" })).toMatchObject({
    status: 200,
  });
});
