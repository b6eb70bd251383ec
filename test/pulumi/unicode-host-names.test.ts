import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { code, nextUpdate, open, requests, writes } from "./provider.ts";

/* A service that knows an international host name only in Unicode: a path with its ASCII form is not found. */

const ID = "prj_1/xn--bcher-kva.example";
const name = "bücher.example";
const inputs = { ...code, projectId: "prj_1", name: "xn--bcher-kva.example" };
const project = { organization_id: "org_1", slug: "site" };
const seed = { projects: [{ ...project, domains: [{ name, dns_status: true, ssl_status: true }] }] };

async function openLive() {
  const scene = await open({ seed });
  return { scene, state: { ...inputs, origin: scene.emulator.url, organization: "org_1" } };
}

it("is adopted, waited for and refreshed", async () => {
  const { scene, state } = await openLive();
  await using _ = scene;
  await expect(scene.domain.create({ ...inputs, ifExists: "adopt" })).resolves.toHaveProperty("id", ID);
  await expect(scene.domain.update(ID, state, { ...inputs, waitFor: "ssl" })).resolves.toMatchObject({
    outs: { waitFor: "ssl", sslStatus: true },
  });
  await nextUpdate(scene);
  await expect(scene.domain.read(ID, state)).resolves.toMatchObject({ id: ID });
  expect(writes(scene.emulator)).toEqual([]);
});

it("is detached", async () => {
  const { scene, state } = await openLive();
  await using _ = scene;
  await scene.domain.delete(ID, state);
  expect(await ask(scene.emulator, "GET /v1/projects/prj_1/domains")).toHaveProperty("data", []);
});

it("is gone only if no spelling of it is found", async () => {
  await using scene = await open({ seed: { projects: [project] } });
  const state = { ...inputs, origin: scene.emulator.url, organization: "org_1" };
  expect(await scene.domain.read(ID, state)).toEqual({});
  await nextUpdate(scene);
  scene.emulator.reset();
  await expect(scene.domain.update(ID, state, { ...inputs, waitFor: "ssl" })).rejects.toThrow("no longer exists");
  expect(requests(scene.emulator)).toContain("GET /v1/projects/prj_1/domains");
});
