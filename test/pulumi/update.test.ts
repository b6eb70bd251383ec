import { describe, expect, test } from "vitest";
import { code, open, requests, writes } from "./provider.ts";
import { ask } from "../ask.ts";

const site = { ...code, organizationId: "org_1", slug: "site" };

describe("an update", () => {
  test("sends what differs from the live object, not what differs from the state", async () => {
    await using scene = await open();
    const { outs } = await scene.project.create({ ...site, cache: false });
    await ask(scene.emulator, "POST /v1/projects/prj_1", { cache: true });
    scene.emulator.reset();
    const updated = await scene.project.update(
      "prj_1",
      { ...code, ...outs },
      { ...site, cache: true, cookieName: "c" },
    );
    expect(scene.emulator.requests().at(-1)?.body).toEqual({ cookie_name: "c" });
    expect(updated.outs).toStrictEqual({
      organizationId: "org_1",
      slug: "site",
      cache: true,
      cookieName: "c",
      origin: scene.emulator.url,
    });
  });

  test("of an object that is as declared reads once and writes nothing", async () => {
    await using scene = await open();
    const { outs } = await scene.project.create({ ...site, cache: true });
    scene.emulator.reset();
    const updated = await scene.project.update("prj_1", { ...code, ...outs }, site);
    expect(updated.outs).toStrictEqual({ organizationId: "org_1", slug: "site", origin: scene.emulator.url });
    expect(requests(scene.emulator)).toEqual(["GET /v1/projects/prj_1"]);
  });

  test("keeps settings that were not declared", async () => {
    await using scene = await open();
    await scene.project.create(site);
    const inputs = { ...code, projectId: "prj_1", component: "edgee/ga4", settings: { measurement_id: "G-1" } };
    const { outs } = await scene.component.create(inputs);
    await ask(scene.emulator, "POST /v1/projects/prj_1/components/pc_1", {
      settings: { measurement_id: "G-1", sample_rate: 0.5 },
    });
    await scene.component.update(
      "prj_1/pc_1",
      { ...code, ...outs },
      { ...inputs, settings: { measurement_id: "G-2" } },
    );
    expect(scene.emulator.requests().at(-1)?.body).toEqual({ settings: { measurement_id: "G-2", sample_rate: 0.5 } });
  });

  test("of an object that is gone says what to do", async () => {
    await using scene = await open();
    const { outs } = await scene.project.create(site);
    await ask(scene.emulator, "DELETE /v1/projects/prj_1");
    await expect(scene.project.update("prj_1", { ...code, ...outs }, { ...site, cache: true })).rejects.toThrow(
      "project prj_1 no longer exists. Run `pulumi refresh`",
    );
  });
});

describe("a deletion", () => {
  test("of an object that is already gone is a success, even if its project is gone", async () => {
    await using scene = await open();
    const { outs } = await scene.project.create(site);
    const domain = await scene.domain.create({ ...code, projectId: "prj_1", name: "www.example.com" });
    await ask(scene.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "other", type: "proxy" });
    await ask(scene.emulator, "DELETE /v1/projects/prj_1");
    await scene.domain.delete("prj_1/www.example.com", { ...code, ...domain.outs });
    await scene.project.delete("prj_1", { ...code, ...outs });
    expect(writes(scene.emulator).filter((write) => write.startsWith("DELETE"))).toEqual(["DELETE /v1/projects/prj_1"]);
  });

  test("of a project with children names them and deletes nothing, unless it is forced", async () => {
    await using scene = await open();
    const { outs } = await scene.project.create(site);
    await ask(scene.emulator, "POST /v1/projects/prj_1/components", { component_slug: "edgee/ga4" });
    await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: "www.example.com" });
    scene.emulator.reset();
    const state = { ...code, ...outs };
    await expect(scene.project.delete("prj_1", state)).rejects.toThrow("it holds edgee/ga4, www.example.com");
    expect(writes(scene.emulator)).toEqual([]);
    await scene.project.delete("prj_1", { ...state, forceDestroy: true });
    expect(writes(scene.emulator)).toEqual(["DELETE /v1/projects/prj_1"]);
  });
});
