import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../emulator/json-object.ts";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator, Temperament } from "../../emulator/start.ts";
import { ask, refusedParams } from "./ask.ts";

type Changes = NonNullable<Temperament["changes"]>;

const settings = { measurement_id: "G-1", anonymize_ip: true, own: "o" };
const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      external_project_url: "https://a.example",
      components: [{ component_slug: "edgee/ga4", settings }],
    },
  ],
};
const project = "POST /v1/projects/prj_1";
const component = `${project}/components/pc_1`;

async function start(changes: Changes): Promise<Emulator> {
  return startEmulator({ seed, temperament: { changes } });
}

const storedSettings = (emulator: Emulator) => emulator.state()[0]?.components[0]?.settings;

describe("an update of settings", () => {
  it.each<[Changes, JsonObject | null, JsonObject | null]>([
    [{}, { own: "p" }, { own: "p" }],
    [{ settings: "replace" }, { own: "p" }, { own: "p" }],
    [{ settings: "merge" }, { own: null, more: 1 }, { ...settings, own: null, more: 1 }],
    [{ settings: "merge" }, null, null],
    [{ settings: "merge-patch" }, { own: null, more: 1 }, { measurement_id: "G-1", anonymize_ip: true, more: 1 }],
  ])("with %j makes of %j %j", async (changes, sent, stored) => {
    await using emulator = await start(changes);
    expect((await ask(emulator, component, { settings: sent })).body).toHaveProperty("settings", stored);
    expect(storedSettings(emulator)).toEqual(stored);
    expect((await ask(emulator, component, { active: false })).body).toHaveProperty("settings", stored);
  });

  it("drops what a new version does not have, also what is sent with it", async () => {
    await using emulator = await start({ versionDropsSettings: true, settings: "merge" });
    await ask(emulator, component, { settings: { other: 1 } });
    expect(storedSettings(emulator)).toEqual({ ...settings, other: 1 });
    await ask(emulator, component, { component_version: "1.2.0" });
    expect(storedSettings(emulator)).toEqual({ ...settings, other: 1 });
    await ask(emulator, component, { component_version: "1.1.0", settings: { debug_mode: true, sent: 1 } });
    expect(storedSettings(emulator)).toEqual({ measurement_id: "G-1", debug_mode: true });
  });
});

it("a field can be ignored in an update, and is stored by a create", async () => {
  await using emulator = await start({ ignored: ["external_project_url"] });
  const updated = await ask(emulator, project, { external_project_url: "https://b.example", cache: true });
  expect(updated).toMatchObject({ status: 200, body: { external_project_url: "https://a.example", cache: true } });
  const site = { organization_id: "org_1", slug: "new", type: "proxy", external_project_url: "https://c.example" };
  expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({ body: site });
});

it("a field can be dropped from every write, at any depth", async () => {
  const dropped = ["description", "override_cache.*.swr", "cookie_whitelist.*", "settings.own", "nothing.here"];
  await using emulator = await start({ dropped });
  const body = { description: "D", override_cache: [{ ttl: 1, swr: 2 }, { swr: 3 }], cookie_whitelist: ["a"] };
  const { body: updated } = await ask(emulator, project, body);
  expect(updated).not.toHaveProperty("description");
  expect(updated).toMatchObject({ override_cache: [{ ttl: 1 }, {}], cookie_whitelist: [] });
  expect(JSON.stringify(updated)).not.toContain("swr");
  const site = { organization_id: "org_1", slug: "new", type: "proxy", description: "D" };
  expect((await ask(emulator, "POST /v1/projects", site)).body).not.toHaveProperty("description");
  await ask(emulator, component, { settings: { own: "p", other: 1 } });
  expect(storedSettings(emulator)).toEqual({ other: 1 });
});

it("a field can change another one, which is checked like the request", async () => {
  const coupled = [
    { field: "inject_sdk", value: false, sets: { inject_sdk_position: "append" } },
    { field: "cache", value: true, sets: { cookie_name: 1 } },
  ];
  await using emulator = await start({ coupled });
  const on = { inject_sdk: true, inject_sdk_position: "prepend" };
  expect(await ask(emulator, project, on)).toMatchObject({ body: on });
  expect(await ask(emulator, project, { inject_sdk: false, inject_sdk_position: "prepend" })).toMatchObject({
    body: { inject_sdk: false, inject_sdk_position: "append" },
  });
  expect(await ask(emulator, project, { cache: true })).toEqual(refusedParams("cookie_name"));
});

it.each<[NonNullable<Changes["limits"]>[number], JsonObject, JsonObject]>([
  [{ field: "override_cache.*.ttl", least: 60 }, { override_cache: [{ ttl: 5 }] }, { override_cache: [{ ttl: 60 }] }],
  [{ field: "override_cache.*.ttl", most: 60 }, { override_cache: [{ ttl: 61 }] }, { override_cache: [{ ttl: 60 }] }],
  [
    { field: "override_cache.*.ttl", step: 60 },
    { override_cache: [{ ttl: 89 }, { ttl: 90 }, {}] },
    { override_cache: [{ ttl: 60 }, { ttl: 120 }, {}] },
  ],
  [{ field: "description", length: 3 }, { description: "abcd" }, { description: "abc" }],
  [{ field: "description", least: 3 }, { description: "a" }, { description: "a" }],
  [{ field: "description.a", least: 3 }, { description: "a" }, { description: "a" }],
  [{ field: "cookie_whitelist.*", length: 2 }, { cookie_whitelist: ["abc"] }, { cookie_whitelist: ["ab"] }],
])("with the limit %j, %j is stored as %j", async (limit, sent, stored) => {
  await using emulator = await start({ limits: [limit] });
  const { body } = await ask(emulator, project, sent);
  for (const [name, value] of Object.entries(stored)) expect(body).toHaveProperty(name, value);
  expect(emulator.state()[0]?.project).toMatchObject(stored);
});

it("a seed is not changed", async () => {
  await using emulator = await start({ dropped: ["external_project_url", "settings"], ignored: ["slug"] });
  expect(emulator.state()[0]?.project.external_project_url).toBe("https://a.example");
  expect(storedSettings(emulator)).toEqual(settings);
});
