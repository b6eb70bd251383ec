import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../emulator/json-object.ts";
import { openEmulator, type OpenEmulator } from "../../emulator/open-emulator.ts";
import type { Habits } from "../../emulator/profile/habits.ts";
import { ask } from "./ask.ts";

type Changes = NonNullable<Habits["changes"]>;

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

async function start(changes: Changes): Promise<OpenEmulator> {
  return openEmulator({ seed, habits: { changes } });
}

const storedSettings = (emulator: OpenEmulator) => emulator.state()[0]?.components[0]?.settings;

describe("an update of settings", () => {
  it.each<[Changes, JsonObject | null, JsonObject | null]>([
    [{}, { own: "p" }, { own: "p" }],
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

it("a field can be ignored in an update, and is stored by a seed and by a create", async () => {
  await using emulator = await start({ ignored: ["external_project_url"] });
  const updated = await ask(emulator, project, { external_project_url: "https://b.example", cache: true });
  expect(updated).toMatchObject({ status: 200, body: { external_project_url: "https://a.example", cache: true } });
  const site = { organization_id: "org_1", slug: "new", type: "proxy", external_project_url: "https://c.example" };
  expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({ body: site });
});
