import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Temperament } from "../../emulator/start.ts";
import { ask } from "./ask.ts";

const secret = "EAABsb_SECRET_9876";
const path = "/v1/projects/prj_1/components";
const single = `${path}/pc_1`;

const withSettings = (settings: Record<string, unknown>) => ({
  projects: [{ organization_id: "org_1", slug: "site", components: [{ component_slug: "edgee/meta-capi", settings }] }],
});
const seed = withSettings({ pixel_id: "1", access_token: secret });

type Mask = NonNullable<Temperament["secrets"]>["as"];

const masks: [Mask, unknown][] = [
  ["empty", ""],
  ["null", null],
  ["stars", "********"],
  ["prefix-stars", "EAABsb******"],
  ["same-length", "xxxxxxxxxxxxxxxxxx"],
  ["prefix", "EAAB"],
  ["suffix", "9876"],
  ["hash", "sha256:a4adaad7be655aae03bb54ee4479e677ca3c6fcf2e76b078498b511cfa893c9b"],
  ["redacted", "[redacted]"],
  ["word", "hidden"],
];

it.each(masks)("a secret as %s is shown as %j in every answer, and stays as it is", async (as, shown) => {
  await using emulator = await startEmulator({ seed, temperament: { secrets: { as } } });
  const settings = { pixel_id: "1", access_token: shown };
  expect((await ask(emulator, `GET ${single}`)).body).toHaveProperty("settings", settings);
  expect((await ask(emulator, `GET ${path}`)).body).toHaveProperty("data.0.settings", settings);
  expect((await ask(emulator, `POST ${single}`, { active: false })).body).toHaveProperty("settings", settings);
  expect(emulator.state()[0]?.components[0]?.settings).toEqual({ pixel_id: "1", access_token: secret });
});

it("an omitted secret is left out", async () => {
  await using emulator = await startEmulator({ seed, temperament: { secrets: { as: "omitted" } } });
  expect((await ask(emulator, `GET ${single}`)).body).toHaveProperty("settings", { pixel_id: "1" });
});

it("a mask that is sent back is stored", async () => {
  await using emulator = await startEmulator({ seed, temperament: { secrets: { as: "prefix-stars" } } });
  await ask(emulator, `POST ${single}`, { settings: { pixel_id: "1", access_token: "EAABsb******" } });
  expect(emulator.state()[0]?.components[0]?.settings).toMatchObject({ access_token: "EAABsb******" });
});

it.each<[Mask, unknown, unknown]>([
  ["prefix", "abcd", "ab"],
  ["suffix", "abc", "c"],
  ["prefix-stars", "ab", "a******"],
  ["prefix", "", ""],
  ["stars", null, null],
  ["same-length", 1234, "xxxx"],
])("as %s, the secret %j is shown as %j", async (as, value, shown) => {
  await using emulator = await startEmulator({
    seed: withSettings({ access_token: value }),
    temperament: { secrets: { as } },
  });
  expect((await ask(emulator, `GET ${single}`)).body).toHaveProperty("settings", { access_token: shown });
});

describe("a setting that only another version calls secret", () => {
  const field = { name: "key", title: "Key", type: "string", required: false } as const;
  const versions = { "1": { dynamic_fields: [field] }, "2": { dynamic_fields: [{ ...field, secret: true }] } };
  const components = [{ component_slug: "a/b", settings: { key: secret, other: "o" } }];
  const seed = {
    catalogue: [{ id: "cmp_1", slug: "a/b", latest_version: "1", versions }],
    projects: [{ organization_id: "org_1", slug: "site", components }],
  };

  it.each([
    [undefined, secret],
    ["live-version", secret],
    ["any-version", "hidden"],
  ] as const)("is shown with %s as %s", async (of, shown) => {
    await using emulator = await startEmulator({ seed, temperament: { secrets: { as: "word", of } } });
    expect((await ask(emulator, `GET ${single}`)).body).toHaveProperty("settings", { key: shown, other: "o" });
    await ask(emulator, `POST ${single}`, { component_version: "2" });
    expect((await ask(emulator, `GET ${single}`)).body).toHaveProperty("settings.key", "hidden");
  });
});
