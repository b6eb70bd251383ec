import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { code, nextUpdate, open, made } from "./provider.ts";

const settings = ["token", "webhook_key", "mode"].map((name) => ({ name, secret: name !== "mode" }));
const catalogue = [catalogueEntry("acme/box", settings)];
const seed = { projects: [{ organization_id: "org_1", slug: "site" }], catalogue };
const box = { ...code, projectId: "prj_1", component: "acme/box", version: "1" };
const BY_HAND = { mode: "by-hand", token: "rotated-by-hand" };

/** A refusal that quotes a text. */
function quotes(text: string, method?: "POST") {
  const headers = { "content-type": "application/json" };
  const fault = { kind: "answer", status: 403, headers, body: { error: { message: `no: ${text} stays` } } } as const;
  const on = method === undefined ? {} : { method };
  return {
    faults: ["/v1/projects", "/v1/projects/**"].map((path) => ({ ...on, path, times: "always" as const, fault })),
  };
}

it.each([
  ["a setting that drifted sends no hidden secret", "first-value", BY_HAND],
  ["a secret that the program changes is sent beside it", "second-value", { ...BY_HAND, token: "second-value" }],
])("an update of another field: %s", async (_what, token, expected) => {
  await using scene = await open({ seed, habits: { secrets: { as: "stars" } } });
  const { outs } = await scene.component.create({ ...box, settings: { token: "first-value", mode: "x" } });
  await ask(scene.emulator, "POST /v1/projects/prj_1/components/pc_1", { settings: BY_HAND });
  await scene.component.update(
    "prj_1/pc_1",
    { ...code, ...outs },
    { ...box, active: false, settings: { token, mode: "x" } },
  );
  expect(scene.emulator.state()[0]?.components[0]?.["settings"]).toEqual(expected);
});

it("an update that is refused does not show the secret that it replaces", async () => {
  await using scene = await open({ seed, habits: { secrets: { as: "stars" } } });
  const state = await made(scene.component, { ...box, settings: { token: "canary-first" } });
  const next = await nextUpdate(scene);
  scene.emulator.setFaults(quotes("canary-first", "POST"));
  const update = next.component.update("prj_1/pc_1", state, { ...box, settings: { token: "canary-second" } });
  await expect(update).rejects.toThrow("no: (secret) stays");
});

it("a refresh that is refused does not show a secret beside an odd one", async () => {
  await using scene = await open({ seed });
  const header = { name: "authorization", value: "Bearer canary-live" };
  const forwardedHeaders = [header, { name: 5, value: "x" }];
  scene.emulator.setFaults(quotes(header.value));
  const state = { ...code, organizationId: "org_1", slug: "site", forwardedHeaders, origin: scene.emulator.url };
  await expect(scene.project.read("prj_1", state)).rejects.toThrow("no: (secret) stays");
});
