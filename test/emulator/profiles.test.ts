import { expect, it } from "vitest";
import { z } from "zod";
import { profiles } from "../../emulator/profile/profiles.ts";
import { profileNames, startEmulator } from "../../emulator/start.ts";
import { ask, fields, send } from "./ask.ts";
import type { Reply } from "./ask.ts";
import { testClock } from "./test-clock.ts";

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

const project = { organization_id: "org_1", slug: "site", type: "proxy", description: "D" };
const settings = {
  force_https: false,
  trusted_ips: ["203.0.113.1"],
  rate_limiting: [
    { rank: 1, limit: 5, window: "1s", block_duration: 60, key: ["ip"] },
    { rank: 2, limit: 9, window: "10s", block_duration: 60, key: ["ua"] },
  ],
  forwarded_headers: [{ name: "x-a", value: "1" }],
};
const component = { component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: "canary-secret" } };
const domain = { name: "www.example.com" };

/** The name of a domain comes before its id, which no request uses. */
const listed = z.object({ data: z.array(z.object({ name: z.string().optional(), id: z.string().optional() })) });

it.each(profileNames)("under %s, a patient client creates, changes, moves and deletes", async (profile) => {
  const clock = testClock();
  await using emulator = await startEmulator({ clock, profile });
  /** Sends a request once in each interval in which every profile has settled. */
  const send = async (request: string, body?: object): Promise<Reply> => {
    clock.advance(20_000);
    return ask(emulator, request, body);
  };
  const idOf = async (list: string): Promise<string> => {
    const { data } = listed.parse((await send(`GET ${list}`)).body);
    return data[0]?.name ?? data[0]?.id ?? "";
  };

  expect((await send("POST /v1/projects", project)).status).toBeLessThan(300);
  const one = `/v1/projects/${await idOf("/v1/projects")}`;
  expect((await send(`POST ${one}`, settings)).status).toBeLessThan(300);
  expect((await send(`POST ${one}/components`, component)).status).toBeLessThan(300);
  const child = `${one}/components/${await idOf(`${one}/components`)}`;
  expect((await send(`POST ${child}`, { active: false })).status).toBeLessThan(300);
  expect((await send(`POST ${one}/domains`, domain)).status).toBeLessThan(300);

  const shown = fields(await send(`GET ${one}`));
  expect(shown).toMatchObject({ force_https: false, description: "D", rate_limiting: { length: 2 } });
  expect(JSON.stringify(await send(`GET ${child}`)).includes("canary-secret")).toBe(profile !== "masking");
  expect(emulator.state()).toMatchObject([
    { project: { ...project, ...settings }, components: [{ ...component, active: false }], domains: [domain] },
  ]);

  await send("POST /v1/projects", { ...project, slug: "other" });
  const other = `/v1/projects/${await idOf("/v1/projects")}`;
  expect((await send(`DELETE ${one}/domains/www.example.com`)).status).toBeLessThan(300);
  expect((await send(`POST ${other}/domains`, domain)).status).toBeLessThan(300);
  expect((await send(`DELETE ${other}/domains/${await idOf(`${other}/domains`)}`)).status).toBeLessThan(300);
  expect((await send(`DELETE ${child}`)).status).toBeLessThan(300);
  for (const path of [one, other]) expect((await send(`DELETE ${path}`)).status).toBeLessThan(300);
  expect(await send(`GET ${one}`)).toMatchObject({ status: 404, body: { error: { type: "not_found_error" } } });
  expect(emulator.state()).toEqual([]);
});
