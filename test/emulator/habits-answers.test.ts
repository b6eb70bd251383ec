import { describe, expect, it } from "vitest";
import { openEmulator } from "../../emulator/open-emulator.ts";
import type { ShortAnswer } from "../../emulator/profile/habits.ts";
import { ask, fields, refused } from "./ask.ts";

const site = { organization_id: "org_1", slug: "new", type: "proxy", description: "D" };
const domain = { name: "b.example.com" };
const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      components: [{ component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
      domains: [{ name: "a.example.com" }],
    },
  ],
};
const project = "/v1/projects/prj_1";
const component = `${project}/components/pc_1`;

it.each<[ShortAnswer, number, unknown, unknown]>([
  ["none", 204, undefined, undefined],
  ["empty", 200, {}, {}],
  ["id", 200, { id: "prj_2" }, domain],
])("the answer to a create can be %s", async (create, status, ofProject, ofDomain) => {
  await using emulator = await openEmulator({ seed, habits: { answers: { create } } });
  const reply = await ask(emulator, "POST /v1/projects", site);
  expect([reply.status, reply.body]).toEqual([status, ofProject]);
  expect(reply.headers.has("content-type")).toBe(status !== 204);
  expect((await ask(emulator, `POST ${project}/domains`, domain)).body).toEqual(ofDomain);
  expect(emulator.state()).toMatchObject([{ domains: [{}, domain] }, { project: { id: "prj_2", ...site } }]);
  // Updates are answered as described.
  expect((await ask(emulator, `POST ${project}`, { cache: true })).body).toMatchObject({ cache: true, slug: "site" });
});

it.each<[ShortAnswer, number, unknown, unknown]>([
  ["none", 204, undefined, undefined],
  ["empty", 200, {}, {}],
  ["id", 200, { id: "prj_1" }, { id: "pc_1" }],
])("the answer to an update can be %s", async (update, status, ofProject, ofComponent) => {
  await using emulator = await openEmulator({ seed, habits: { answers: { update } } });
  const reply = await ask(emulator, `POST ${project}`, { cache: true });
  expect([reply.status, reply.body]).toEqual([status, ofProject]);
  expect((await ask(emulator, `POST ${component}`, { active: false })).body).toEqual(ofComponent);
  expect(emulator.state()).toMatchObject([{ project: { cache: true }, components: [{ active: false }] }]);
});

it("the answer to an update can be the record as it was before", async () => {
  await using emulator = await openEmulator({ seed, habits: { answers: { update: "old" } } });
  const before = await ask(emulator, `GET ${component}`);
  const updated = await ask(emulator, `POST ${component}`, { active: false, settings: { measurement_id: "G-2" } });
  expect(updated.body).toEqual(before.body);
  expect((await ask(emulator, `GET ${component}`)).body).toMatchObject({
    active: false,
    settings: { measurement_id: "G-2" },
  });
  expect((await ask(emulator, `POST ${project}`, { cache: true })).body).toHaveProperty("cache", false);
});

it("a deletion can be answered with 204, and is done", async () => {
  await using emulator = await openEmulator({ seed, habits: { answers: { delete: "none" } } });
  for (const path of [component, `${project}/domains/a.example.com`, project]) {
    expect(await ask(emulator, `DELETE ${path}`)).toMatchObject({ status: 204, body: undefined });
    expect(await ask(emulator, `GET ${path}`)).toEqual(refused(404, "not_found_error"));
  }
  expect(emulator.state()).toEqual([]);
});

it("the deletion of a project can be refused while something is in it", async () => {
  await using emulator = await openEmulator({ seed, habits: { onlyEmptyProjects: true } });
  expect(await ask(emulator, `DELETE ${project}`)).toEqual(refused(409, "conflict_error"));
  await ask(emulator, `DELETE ${component}`);
  expect(await ask(emulator, `DELETE ${project}`)).toEqual(refused(409, "conflict_error"));
  await ask(emulator, `DELETE ${project}/domains/a.example.com`);
  expect(await ask(emulator, `DELETE ${project}`)).toMatchObject({ status: 200, body: { deleted: true } });
});

describe("extra fields", () => {
  it("differ at each read, and are in lists and in answers to writes", async () => {
    await using emulator = await openEmulator({ seed, habits: { extra: true } });
    for (const revision of [1, 2]) {
      expect((await ask(emulator, `GET ${project}`)).body).toMatchObject({ id: "prj_1", meta: { revision } });
    }
    expect((await ask(emulator, `GET ${project}/components`)).body).toHaveProperty("data.0.meta.revision", 3);
    expect((await ask(emulator, `POST ${component}`, { active: false })).body).toHaveProperty("meta.revision", 4);
    expect((await ask(emulator, "GET /v1/components/edgee/ga4")).body).toHaveProperty("meta.levels", [{ id: 1 }, null]);
    expect((await ask(emulator, `DELETE ${component}`)).body).not.toHaveProperty("meta");
  });

  it("are an id of a domain, which leads nowhere and does not change", async () => {
    await using emulator = await openEmulator({ seed, habits: { extra: true } });
    const { id } = fields(await ask(emulator, `GET ${project}/domains/a.example.com`));
    expect(id).toMatch(/^dom_\w+$/);
    expect((await ask(emulator, `GET ${project}/domains`)).body).toMatchObject({
      data: [{ id, name: "a.example.com" }],
      last_key: "a.example.com",
    });
    expect(await ask(emulator, `GET ${project}/domains/${String(id)}`)).toEqual(refused(404, "not_found_error"));
  });
});
