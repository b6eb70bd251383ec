import { expect, it } from "vitest";
import { readSeed } from "../../emulator/seed.ts";
import { startEmulator } from "../../emulator/start.ts";
import { ask, refused } from "./ask.ts";
import { keysOf } from "./list.ts";

const site = { organization_id: "org_1", slug: "site", type: "proxy" };
const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      components: [{ component_slug: "edgee/ga4" }],
      domains: [{ name: "www.example.com" }],
    },
    { organization_id: "org_1", slug: "other" },
  ],
};

it("allows two projects of an organization with the same slug, until the schedule changes", async () => {
  await using emulator = await startEmulator({ seed, faults: { service: { duplicateSlugs: true } } });
  expect(await ask(emulator, "POST /v1/projects", site)).toMatchObject({ status: 200, body: { id: "prj_3" } });
  expect(await ask(emulator, "POST /v1/projects/prj_2", { slug: "site" })).toMatchObject({ status: 200 });
  emulator.setFaults({});
  expect(await ask(emulator, "POST /v1/projects", site)).toEqual(refused(409, "conflict_error"));
  expect((await ask(emulator, "GET /v1/projects")).body).toMatchObject({
    data: [{ slug: "site" }, { slug: "site" }, { slug: "site" }],
  });
  expect(emulator.requests().map(({ status, handled }) => [status, handled])).toEqual([
    [200, true],
    [200, true],
    [409, true],
    [200, true],
  ]);
});

it("allows a host name on several projects, but not twice on the same one", async () => {
  const body = { name: "www.example.com" };
  await using emulator = await startEmulator({ seed, faults: { service: { duplicateDomains: true } } });
  expect(await ask(emulator, "POST /v1/projects/prj_2/domains", body)).toMatchObject({ status: 200 });
  expect(await ask(emulator, "POST /v1/projects/prj_2/domains", body)).toEqual(refused(409, "conflict_error"));
  expect(await ask(emulator, "DELETE /v1/projects/prj_1/domains/www.example.com")).toMatchObject({ status: 200 });
  expect(await ask(emulator, "GET /v1/projects/prj_2/domains/www.example.com")).toMatchObject({
    body: { project_id: "prj_2" },
  });
  expect(emulator.requests().map(({ status }) => status)).toEqual([200, 409, 200, 200]);
});

it("allows a component twice in a project", async () => {
  await using emulator = await startEmulator({ seed, faults: { service: { duplicateComponents: true } } });
  const path = "/v1/projects/prj_1/components";
  expect(await ask(emulator, `POST ${path}`, { component_slug: "edgee/ga4" })).toMatchObject({ status: 200 });
  expect(keysOf(await ask(emulator, `GET ${path}`))).toEqual(["pc_2", "pc_1"]);
  emulator.setFaults({ service: { duplicateSlugs: true, duplicateDomains: true } });
  expect(await ask(emulator, `POST ${path}`, { component_slug: "edgee/ga4" })).toEqual(refused(409, "conflict_error"));
  expect(emulator.requests().map(({ status }) => status)).toEqual([200, 200, 409]);
});

it("accepts duplicates in a seed if the service allows them", async () => {
  const twice = { projects: [seed.projects[0], seed.projects[0]] };
  const service = { duplicateSlugs: true, duplicateDomains: true };
  expect(() => readSeed(twice)).toThrow("projects.1: ");
  const read = readSeed(twice, service);
  await using emulator = await startEmulator({ seed: read, faults: { service } });
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_2", "prj_1"]);
  expect(keysOf(await ask(emulator, "GET /v1/projects/prj_2/domains"))).toEqual(["www.example.com"]);
  expect(emulator.requests()).toHaveLength(2);
});
