import { expect, it } from "vitest";
import { code, ga4, made, nextUpdate, open, site, SITE, UPDATE, writes, www } from "./provider.ts";

/* A service whose reads and lists are both late: an object that was created a moment ago is not taken to be gone. */

async function lateScene() {
  const seed = { projects: [{ id: "prj_0", organization_id: "org_1", slug: "keep" }] };
  const first = await open({ seed, habits: { staleListsMs: 5_000, late: { readsMs: 5_000 } } });
  const state = await made(first.project, site);
  return { scene: await nextUpdate(first), state };
}

it("is not forgotten by a refresh", async () => {
  const { scene, state } = await lateScene();
  await using here = scene;
  expect(await here.project.read("prj_1", state)).toMatchObject({ id: "prj_1" });
});

it("is updated", async () => {
  const { scene, state } = await lateScene();
  await using here = scene;
  const { project, emulator } = here;
  const news = { ...site, cache: true };
  expect(await project.diff("prj_1", state, news)).toEqual(UPDATE);
  await project.update("prj_1", state, news);
  expect(emulator.state()).toMatchObject([{}, { project: { cache: true } }]);
});

it("is deleted", async () => {
  const { scene, state } = await lateScene();
  await using here = scene;
  const { project, emulator } = here;
  emulator.reset();
  await project.delete("prj_1", state);
  expect(writes(emulator)).toEqual(["DELETE /v1/projects/prj_1"]);
});

it.each(["component", "domain"] as const)("is deleted, and its project is older: a %s", async (kind) => {
  const first = await open({ seed: { projects: [{ id: "prj_1", ...SITE }] } });
  first.emulator.setHabits({ staleListsMs: 5_000, late: { readsMs: 5_000 } });
  const { id, outs } = await first[kind].create(kind === "component" ? ga4 : www);
  await using scene = await nextUpdate(first);
  scene.emulator.reset();
  await scene[kind].delete(id, { ...code, ...outs });
  expect(writes(scene.emulator)).toEqual([expect.stringMatching(/^DELETE \/v1\/projects\/prj_1\//)]);
});
