import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { code, open, writes, UPDATE } from "./provider.ts";

const project = { organizationId: "org_1", slug: "new", ifExists: "adopt", ...code };

it("a project is found by its previous slug, adopted and renamed", async () => {
  await using scene = await open({ seed: { projects: [{ organization_id: "org_1", slug: "old" }] } });
  const inputs = { ...project, previousSlug: "old" };
  await expect(scene.project.create(inputs)).resolves.toMatchObject({ id: "prj_1", outs: { previousSlug: "old" } });
  expect(writes(scene.emulator)).toEqual(["POST /v1/projects/prj_1"]);
  expect(await ask(scene.emulator, "GET /v1/projects/prj_1")).toHaveProperty("slug", "new");
});

it("a project is created if none has the previous slug", async () => {
  await using scene = await open({ seed: { organizations: ["org_1"] } });
  await expect(scene.project.create({ ...project, previousSlug: "old" })).resolves.toMatchObject({ id: "prj_1" });
  expect(writes(scene.emulator)).toEqual(["POST /v1/projects"]);
});

it("a project is not adopted while another one still has the previous slug", async () => {
  const projects = ["old", "new"].map((slug) => ({ organization_id: "org_1", slug }));
  await using scene = await open({ seed: { projects } });
  await expect(scene.project.create({ ...project, previousSlug: "old" })).rejects.toThrow(
    "Project new of org_1 is prj_2, and prj_1 still has the previous slug. If they are two projects, remove `previousSlug`.",
  );
  expect(writes(scene.emulator)).toEqual([]);
});

it("a component is adopted by its id, and an id of another component is refused", async () => {
  await using scene = await open({ seed: { projects: [{ organization_id: "org_1", slug: "old" }] } });
  const settings = { measurement_id: "G-1" };
  await ask(scene.emulator, "POST /v1/projects/prj_1/components", { component_slug: "edgee/ga4", settings });
  scene.emulator.reset();
  const component = { projectId: "prj_1", component: "edgee/ga4", settings, adoptId: "pc_1", ...code };
  const { id, outs: outputs } = await scene.component.create(component);
  const outs = { ...code, ...outputs };
  expect(id).toBe("prj_1/pc_1");
  await expect(scene.component.diff(id, outs, component)).resolves.toEqual({ changes: false });
  const { adoptId: _, ...unpinned } = component;
  await expect(scene.component.diff(id, outs, unpinned)).resolves.toEqual(UPDATE);
  await expect(scene.component.diff(id, outs, { ...component, adoptId: "pc_2" })).resolves.toMatchObject({
    replaces: ["adoptId"],
  });
  await expect(scene.component.create({ ...component, component: "edgee/meta-capi" })).rejects.toThrow(/pc_1/);
  await expect(scene.component.create({ ...component, adoptId: "pc_7" })).rejects.toThrow(
    "There is no component pc_7 to adopt.",
  );
  expect(writes(scene.emulator)).toEqual([]);
});
