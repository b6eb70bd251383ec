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

it.each([
  [
    "only the read by its id is late",
    [{ id: "prj_0", organization_id: "org_1", slug: "keep" }],
    { late: { readsMs: 5_000 } },
  ],
  ["its organization has no other project", [], { staleListsMs: 5_000, late: { readsMs: 5_000 } }],
])("is updated where %s", async (_what, projects, habits) => {
  const first = await open({ seed: { organizations: ["org_1"], projects }, habits });
  const { id, outs } = await first.project.create(site);
  await using scene = await nextUpdate(first);
  await scene.project.update(id, { ...code, ...outs }, { ...site, cache: true });
  expect(scene.emulator.state().at(-1)).toMatchObject({ project: { cache: true } });
});

it("is not taken from a row of its list that names another project", async () => {
  const first = await open({ seed: { projects: [{ id: "prj_1", ...SITE }] } });
  const { id, outs } = await first.component.create(ga4);
  await first.clock.client.sleep(60_000, new AbortController().signal);
  await using scene = await nextUpdate(first);
  scene.emulator.setFaults({
    faults: [
      {
        method: "GET",
        path: "/v1/projects/prj_1/components/*",
        times: "always",
        fault: { kind: "answer", status: 404, body: { error: { type: "not_found_error", message: "gone" } } },
      },
    ],
  });
  const news = { ...ga4, settings: { measurement_id: "G-2" } };
  scene.emulator.reset();
  await expect(scene.component.update(id, { ...code, ...outs }, news)).rejects.toThrow("its list shows it");
  expect(writes(scene.emulator)).toEqual([]);
});

const REFUSED_ONCE = {
  method: "GET",
  times: 1,
  fault: { kind: "answer", status: 403, body: { error: { type: "forbidden_error", message: "no" } } },
} as const;

it("is read by its id until the window is over, although its list is refused: an update", async () => {
  const seed = { projects: [{ id: "prj_1", ...SITE }] };
  await using scene = await open({ seed, habits: { late: { readsMs: 1_500 }, answers: { update: "none" } } });
  const { props } = await scene.project.read("prj_1", site);
  const state = { ...code, ...props };
  scene.emulator.setFaults({ faults: [{ ...REFUSED_ONCE, path: "/v1/projects", nth: 1 }] });
  await scene.project.update("prj_1", state, { ...site, description: "new" });
  expect(scene.emulator.state()).toMatchObject([{ project: { description: "new" } }]);
});

it("is read by its id until the window is over, although its list is refused: a create", async () => {
  const seed = { projects: [{ id: "prj_1", ...SITE }] };
  await using scene = await open({ seed, habits: { late: { readsMs: 1_500 }, answers: { create: "id" } } });
  scene.emulator.setFaults({ faults: [{ ...REFUSED_ONCE, path: "/v1/projects/prj_1/components", nth: 3 }] });
  expect(await scene.component.create(ga4)).toMatchObject({ id: "prj_1/pc_1" });
});

it("is attached again although its list is refused, if its attachment was lost", async () => {
  await using scene = await open({ seed: { projects: [{ id: "prj_1", ...SITE }] } });
  const path = "/v1/projects/prj_1/domains";
  scene.emulator.setFaults({
    faults: [
      { method: "POST", path, fault: { kind: "reset", when: "before" } },
      { ...REFUSED_ONCE, path, nth: 2, times: "always" },
    ],
  });
  expect(await scene.domain.create(www)).toMatchObject({ id: "prj_1/www.example.com" });
});

it("is not taken for updated by a service that ignores the update, although its list is refused", async () => {
  const seed = { projects: [{ id: "prj_1", ...SITE }] };
  await using scene = await open({ seed });
  const { props } = await scene.project.read("prj_1", site);
  const ignored = {
    method: "POST",
    path: "/v1/projects/prj_1",
    fault: { kind: "answer", status: 200, body: {} },
  } as const;
  scene.emulator.setFaults({ faults: [ignored, { ...REFUSED_ONCE, path: "/v1/projects", times: "always" }] });
  const update = scene.project.update("prj_1", { ...code, ...props }, { ...site, description: "new" });
  await expect(update).rejects.toThrow("did not store description");
});
