import { expect, it } from "vitest";
import { profiles } from "../../emulator/profile/profiles.ts";
import { profileNames, startEmulator } from "../../emulator/start.ts";
import { ask, fields, send } from "./ask.ts";
import { COMPONENTS, PROJECT, SEED } from "./conversation.ts";

const path = "/__emulator/profile";
const names = "plain, normalizing, masking, late, terse, gateway";

it("one that is not known is refused, with the names", async () => {
  expect(Object.keys(profiles)).toEqual(profileNames);
  const message = `The profile "odd" is not one of ${names}`;
  const odd = JSON.parse('{"profile":"odd"}');
  await expect(startEmulator(odd)).rejects.toThrow(message);
  await using emulator = await startEmulator();
  expect(() => emulator.setProfile(odd.profile)).toThrow(message);
});

it("is replaced by the handle, and over the control path", async () => {
  await using emulator = await startEmulator({ seed: SEED, profile: "terse" });
  const hasObject = async () => Object.hasOwn(fields(await ask(emulator, `GET ${PROJECT}`)), "object");
  expect(await hasObject()).toBe(false);
  emulator.setProfile("plain");
  expect(await hasObject()).toBe(true);
  expect(await send(emulator, `POST ${path}`, { body: '"terse"' })).toMatchObject({ body: { profile: "terse" } });
  expect(await hasObject()).toBe(false);
  for (const body of ['"odd"', "{}"]) {
    const refusal = await send(emulator, `POST ${path}`, { body });
    expect(refusal.body).toHaveProperty("error.message", `The profiles are ${names}`);
  }
  expect((await send(emulator, `GET ${path}`)).headers.get("allow")).toBe("POST");
  expect(await hasObject()).toBe(false);
});

it("leaves a copy of the stored objects to read", async () => {
  await using emulator = await startEmulator({ seed: SEED, profile: "masking" });
  const settings = { pixel_id: "1", access_token: "canary-secret" };
  await ask(emulator, `POST ${COMPONENTS}`, { component_slug: "edgee/meta-capi", settings });
  const state = emulator.state();
  Object.assign(state[0]?.project ?? {}, { slug: "changed" });
  expect(emulator.state()).toMatchObject([{ project: { slug: "site" } }, {}]);
  expect(state).toMatchObject([{ components: [{}, { id: "pc_2", settings }] }, {}]);
  await ask(emulator, `DELETE ${PROJECT}`);
  expect(emulator.state()).toHaveLength(1);
  expect(state).toHaveLength(2);
});
