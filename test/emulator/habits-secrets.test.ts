import { expect, it } from "vitest";
import { openEmulator } from "../../emulator/open-emulator.ts";
import type { Mask } from "../../emulator/profile/habits.ts";
import { ask } from "./ask.ts";

const secret = "EAABsb_SECRET_9876";
const path = "/v1/projects/prj_1/components";
const single = `${path}/pc_1`;

const withSettings = (settings: Record<string, unknown>) => ({
  projects: [{ organization_id: "org_1", slug: "site", components: [{ component_slug: "edgee/meta-capi", settings }] }],
});
const seed = withSettings({ pixel_id: "1", access_token: secret });

it.each<[Mask, object]>([
  ["omitted", {}],
  ["empty", { access_token: "" }],
  ["null", { access_token: null }],
  ["stars", { access_token: "********" }],
  ["prefix-stars", { access_token: "EAABsb******" }],
  ["redacted", { access_token: "[redacted]" }],
  ["suffix", { access_token: "9876" }],
])("a secret as %s is shown as %j in every answer, and stays as it is", async (as, shown) => {
  await using emulator = await openEmulator({ seed, habits: { secrets: { as } } });
  const settings = { pixel_id: "1", ...shown };
  expect((await ask(emulator, `GET ${single}`)).body).toHaveProperty("settings", settings);
  expect((await ask(emulator, `GET ${path}`)).body).toHaveProperty("data.0.settings", settings);
  expect((await ask(emulator, `POST ${single}`, { active: false })).body).toHaveProperty("settings", settings);
  expect(emulator.state()[0]?.components[0]?.settings).toEqual({ pixel_id: "1", access_token: secret });
});

it("a mask that is sent back is stored", async () => {
  await using emulator = await openEmulator({ seed, habits: { secrets: { as: "prefix-stars" } } });
  await ask(emulator, `POST ${single}`, { settings: { pixel_id: "1", access_token: "EAABsb******" } });
  expect(emulator.state()[0]?.components[0]?.settings).toMatchObject({ access_token: "EAABsb******" });
});

it.each<[Mask, unknown, unknown]>([
  ["suffix", "abc", "c"],
  ["prefix-stars", "ab", "a******"],
  ["prefix-stars", 1234, "12******"],
  ["stars", null, null],
])("as %s, the secret %j is shown as %j", async (as, value, shown) => {
  await using emulator = await openEmulator({
    seed: withSettings({ access_token: value }),
    habits: { secrets: { as } },
  });
  expect((await ask(emulator, `GET ${single}`)).body).toHaveProperty("settings", { access_token: shown });
});

it("a setting that only another version calls secret is hidden too", async () => {
  const field = { name: "key", title: "Key", type: "string", required: false } as const;
  const versions = { "1": { dynamic_fields: [field] }, "2": { dynamic_fields: [{ ...field, secret: true }] } };
  const components = [{ component_slug: "a/b", settings: { key: secret, other: "o" } }];
  const catalogue = [{ id: "cmp_1", slug: "a/b", latest_version: "1", versions }];
  await using emulator = await openEmulator({
    seed: { catalogue, projects: [{ organization_id: "org_1", slug: "site", components }] },
    habits: { secrets: { as: "stars" } },
  });
  expect((await ask(emulator, `GET ${single}`)).body).toHaveProperty("settings", { key: "********", other: "o" });
});
