import { expect, it } from "vitest";
import { profiles } from "../../emulator/profile/profiles.ts";
import { profileNames, startEmulator } from "../../emulator/start.ts";
import { ask, fields, send } from "./ask.ts";

const path = "/__emulator/profile";
const pages = { seed: { projects: [{ organization_id: "org_1", slug: "site" }] } };

it("there are six", () => {
  expect(profileNames).toEqual(["plain", "normalizing", "masking", "late", "terse", "gateway"]);
  expect(Object.keys(profiles)).toEqual(profileNames);
});

it("one that is not known is refused, with the names", async () => {
  const message = 'The profile "odd" is not one of plain, normalizing, masking, late, terse, gateway';
  const odd = JSON.parse('{"profile":"odd"}');
  await expect(startEmulator(odd)).rejects.toThrow(message);
  await using emulator = await startEmulator();
  expect(() => emulator.setProfile(odd.profile)).toThrow(message);
});

it("is replaced by the handle, and over the control path", async () => {
  await using emulator = await startEmulator({ ...pages, profile: "terse" });
  const hasObject = async () => Object.hasOwn(fields(await ask(emulator, "GET /v1/projects/prj_1")), "object");
  expect(await hasObject()).toBe(false);
  emulator.setProfile("plain");
  expect(await hasObject()).toBe(true);
  expect(await send(emulator, `POST ${path}`, { body: '"terse"' })).toMatchObject({ body: { profile: "terse" } });
  expect(await hasObject()).toBe(false);
  for (const body of ['"odd"', "{}"]) {
    expect((await send(emulator, `POST ${path}`, { body })).body).toHaveProperty(
      "error.message",
      "The profiles are plain, normalizing, masking, late, terse, gateway",
    );
  }
  expect((await send(emulator, `GET ${path}`)).headers.get("allow")).toBe("POST");
  expect(await hasObject()).toBe(false);
});

it("leaves a copy of the stored objects to read", async () => {
  await using emulator = await startEmulator({ ...pages, profile: "masking" });
  const settings = { pixel_id: "1", access_token: "canary-secret" };
  await ask(emulator, "POST /v1/projects/prj_1/components", { component_slug: "edgee/meta-capi", settings });
  const state = emulator.state();
  expect(state).toMatchObject([{ project: { id: "prj_1", slug: "site" }, components: [{ id: "pc_1", settings }] }]);
  await ask(emulator, "DELETE /v1/projects/prj_1");
  expect(emulator.state()).toEqual([]);
  expect(state).toHaveLength(1);
});
